/**
 * Has a server's INFO tell other values, within the same number of bytes: what grows is taken from the heading of
 * its section, and numbers are written with zeros before them.
 */
export const told =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string => {
    let changed = text
    for (const [name, value] of Object.entries(values)) {
      const [line, before = ''] = new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(changed) ?? []
      if (line === undefined) continue
      const fitting = /^\d+$/.test(value) ? value.padStart(before.length, '0') : value
      const grows = fitting.length - before.length
      changed = changed.replace(line, `${name}:${fitting}`)
      if (grows > 0) changed = changed.replace(/# [A-Z]\w*/, (heading) => heading.slice(0, -grows))
      if (grows < 0) changed = changed.replace(/# [A-Z]\w*/, (heading) => `${heading}${'-'.repeat(-grows)}`)
    }
    return changed
  }
