import { createInstance } from 'i18next'
import { type SaidHow, type Speech, sourceLanguage } from '../core/text/say.ts'

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
  resources: { [sourceLanguage]: { [namespace]: {} } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, skipOnVariables: true },
})

/** English forms of a text, which stand in the call that says it: https://www.i18next.com/translation-function/plurals */
const defaultsOf = ({ forms = {}, ordinal }: SaidHow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(forms).map(([form, text]) => [`defaultValue_${ordinal ? 'ordinal_' : ''}${form}`, text]),
  )

/** English, which needs no catalogue, and the languages that were added. */
export const speech: Speech = {
  say: (text, language, how) => {
    const { values = {}, forms: _forms, ...counted } = how
    const isKnown = texts.exists(text, { lng: language, fallbackLng: [], ...counted })
    const lng = isKnown ? language : sourceLanguage
    return texts.t(text, { lng, replace: values, nest: false, ...counted, ...defaultsOf(how) })
  },
  has: (text, language) =>
    language === sourceLanguage || texts.exists(text, { lng: language, fallbackLng: [] }),
  languages: () => Object.keys(texts.store.data),
}

/** Makes a language known. Its sentences go by the English ones; what it lacks is said in English. */
export const addLanguage = (language: string, catalogue: Catalogue): void => {
  texts.addResourceBundle(language, namespace, catalogue, false, true)
}
