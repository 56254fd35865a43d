import { registerHooks } from 'node:module'

const loads = new Map<string, number>()

/**
 * Vitest loads test files and set-up files by names with the time in them, so that each is run again in a process that
 * has run it. What Node has compiled is kept by name: with a count in it, as long as the time was, it is found in the next run.
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
