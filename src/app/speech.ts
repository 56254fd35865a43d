import { createInstance } from 'i18next'
import { type Speech, sourceLanguage } from '../core/text/say.ts'

/** A language's sentences by the English ones. */
export type Catalogue = Readonly<Record<string, string>>

const texts = createInstance()
const namespace = 'translation'

/**
 * Values are data. Only renderers escape them; they are never parsed for `{{…}}` again, and `$t(…)` means
 * nothing. https://www.i18next.com/overview/configuration-options
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

/** English, which needs no catalogue, and the registered languages. */
export const speech: Speech = {
  say: (text, language, { values = {}, forms = {}, ...counted }) => {
    const isKnown = texts.exists(text, { lng: language, fallbackLng: [], ...counted })
    const lng = isKnown ? language : sourceLanguage
    // The English forms are given in the call: https://www.i18next.com/translation-function/plurals
    const english: Record<string, string> = {}
    for (const [form, written] of Object.entries(forms)) {
      english[`defaultValue_${counted.ordinal ? 'ordinal_' : ''}${form}`] = written
    }
    return texts.t(text, { lng, replace: values, nest: false, ...counted, ...english })
  },
  has: (text, language) =>
    language === sourceLanguage || texts.exists(text, { lng: language, fallbackLng: [] }),
  languages: () => Object.keys(texts.store.data),
}

/** Registers a language. Its sentences are keyed by the English ones; missing ones are said in English. */
export const addLanguage = (language: string, catalogue: Catalogue): void => {
  texts.addResourceBundle(language, namespace, catalogue, false, true)
}
