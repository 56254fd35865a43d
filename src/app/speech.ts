import { createInstance } from 'i18next'
import english from '../core/text/en.json' with { type: 'json' }
import { type Speech, sourceLanguage } from '../core/text/say.ts'

/** The sentences of a language by their English ones. */
export type Catalogue = Readonly<Record<string, string>>

const texts = createInstance()
const namespace = 'translation'

/**
 * Values are data. They are escaped by the renderers alone, are never read for `{{…}}` again, and `$t(…)`
 * means nothing. https://www.i18next.com/overview/configuration-options
 */
void texts.init({
  initAsync: false,
  lng: sourceLanguage,
  fallbackLng: sourceLanguage,
  load: 'currentOnly',
  resources: { [sourceLanguage]: { [namespace]: english } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, skipOnVariables: true },
})

/** English, and the languages that were added. */
export const speech: Speech = {
  say: (text, language, { values = {}, ...forms }) =>
    texts.t(text, { lng: language, replace: values, nest: false, ...forms }),
  has: (text, language) => texts.exists(text, { lng: language, fallbackLng: [] }),
  languages: () => Object.keys(texts.store.data),
}

/** Makes a language known. Its sentences go by the English ones; what it lacks is said in English. */
export const addLanguage = (language: string, catalogue: Catalogue): void => {
  texts.addResourceBundle(language, namespace, catalogue, false, true)
}
