/** Only `html` can put markup under this key: nothing that was read from anywhere has it. */
const markup: unique symbol = Symbol('markup')

/** Markup whose values were escaped. */
export interface Html {
  readonly [markup]: string
}

type Value = Html | string | number | undefined | false | readonly Value[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The one place where a text becomes markup. Attributes have to be quoted. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const written = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  return markup in value ? value[markup] : value.map(written).join('')
}

/** Markup from a template; every value in it is escaped. Example: `html\`<p>${name}</p>\``. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  [markup]: parts.reduce((text, part, index) => text + written(values[index - 1]) + part),
})

/** The page as it is sent. */
export const pageText = (page: Html): string => `<!doctype html>\n${page[markup]}`
