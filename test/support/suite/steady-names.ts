import { registerHooks } from 'node:module'

const loads = new Map<string, number>()

/**
 * Vitest adds the time to the names of test and set-up files, so that Node runs them again in the same process. Node's
 * compile cache goes by name, and would grow with every run, so a count replaces the time. It has as many digits, by
 * which Vitest removes it from stack traces.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const [path = '', time] = resolved.url.split('?vitest=')
    if (time === undefined) return resolved
    const count = (loads.get(path) ?? 0) + 1
    loads.set(path, count)
    return { ...resolved, url: `${path}?vitest=${String(count).padStart(time.length, '0')}` }
  },
})
