// What the server says about machines, until `wire.d.ts` has it too: these declarations merge with those of the messages.

declare namespace Wire {
  /** `bot`: a machine's level; only of a machine. */
  interface Person {
    bot?: number
  }
  /** `remark`: a word for the reason of the machine's last move; `certified`: the deal was proved to be winnable. */
  interface State {
    remark?: string | null
    certified?: boolean
  }
  /** `best`: the best score found in the deals of a past day, by game. */
  interface Daily {
    best?: Record<string, number[]>
  }
  interface Step {
    remark?: string | null
  }
}
