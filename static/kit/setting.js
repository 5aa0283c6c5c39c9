// Settings of this device as signals.

import { settings } from '../core/settings.js'
import { useEffect, useSignal } from '../vendor/preact.js'

/** Returns the value of a setting as a signal, which follows changes made elsewhere: by the header's switches, or in another
 * tab.
 * @param {string} name @param {string} [otherwise] the value while none is chosen; without it the setting's default
 * @returns {import('@preact/signals').ReadonlySignal<string | null>} */
export function useSetting(name, otherwise) {
  const value = useSignal(settings.get(name, otherwise))
  useEffect(() => {
    const stop = settings.on((changed, now) => {
      if (changed === name) value.value = now
    })
    return () => void stop()
  }, [])
  return value
}
