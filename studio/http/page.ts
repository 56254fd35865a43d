import { z } from 'zod'
import { testKeyWords } from '../accounts/accounts.ts'
import { answerSchema } from './answer-schemas.ts'
import type { Endpoint } from './endpoint.ts'
import { documentParameter } from './parameters.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code { font-family: ui-monospace, monospace }
section { border-top: 1px solid #8886; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
code, td { overflow-wrap: anywhere }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8883 }
@media (min-width: 40rem) { td code { white-space: nowrap } }
`

const kindOf = ({
  type,
  enum: words,
  default: unlessGiven,
  minimum,
  maximum,
  format,
}: Record<string, unknown>) =>
  [
    Array.isArray(words) ? `one of ${words.join(', ')}` : `${format === 'binary' ? 'file' : type}`,
    ...(minimum === undefined ? [] : [`from ${minimum} to ${maximum}`]),
    ...(unlessGiven === undefined ? [] : [`default ${unlessGiven}`]),
  ].join('; ')

const rowsOf = ({ parameters, required }: Endpoint): string =>
  Object.entries(parameters)
    .map(([name, parameter]) => {
      const { description = '', ...rest } = documentParameter(parameter)
      const kind = required.includes(name) ? `${kindOf(rest)}; required` : kindOf(rest)
      return `<tr><td><code>${name}</code></td><td>${escaped(kind)}</td><td>${escaped(`${description}`)}</td></tr>`
    })
    .join('\n')

const carriers = { query: 'query', json: 'application/json', form: 'multipart/form-data' } as const

const codes = (names: readonly string[]): string => names.map((name) => `<code>${name}</code>`).join(', ')

const fieldsOf = ({ response }: Endpoint): readonly string[] =>
  Object.keys(z.toJSONSchema(answerSchema(response)).properties ?? {})

/** What a refusal looks like, shown by the one that everybody can meet: a failure of the server. */
const refusalsOf = (endpoint: Endpoint): string => {
  const { refuse, status, noCredits, noPlan, broken } = endpoint.errors
  const texts = [
    `${status} for wrong parameters`,
    ...(endpoint.price !== undefined ? [`402 “${noCredits}”`] : []),
    ...(noPlan === undefined ? [] : [`404 “${noPlan}”`]),
  ]
  const { body } = refuse(500, broken)
  return `Refusals: ${escaped(texts.join(', '))}, 500 <code>${escaped(JSON.stringify(body))}</code>.`
}

const sectionOf = (endpoint: Endpoint): string => {
  const { method, path, does, deprecated, encoding } = endpoint
  return `
<section>
<h2><code>${method} ${path}</code></h2>
<p>${escaped(does)}.${deprecated ? ' <strong>Deprecated.</strong>' : ''} Parameters: ${carriers[encoding]}.</p>
<table><thead><tr><th>Name</th><th>Value</th><th>Meaning</th></tr></thead>
<tbody>${rowsOf(endpoint)}</tbody></table>
<p>Answer: ${codes(fieldsOf(endpoint))}.</p>
<p>${refusalsOf(endpoint)}</p>
</section>`
}

/** The page that documents the service for a person. */
export const describingPage = (endpoints: readonly Endpoint[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The studio</title><style>${style}</style></head><body>
<h1>The studio</h1>
<p>An audio service on this machine. Every call carries an API key, bare, in the header <code>Authorization</code>.
A submission is answered with a <code>task_id</code>; its result is looked up with <code>GET /v1/byId</code>, and
announced to the <code>webhook_url</code> of the submission. <a href="/openapi.json">The same as OpenAPI 3.1</a>.</p>
<p>To try the failures of an account, add a suffix to the key:
${codes(testKeyWords.map((word) => `KEY.${word}`))}.</p>
${endpoints.map(sectionOf).join('\n')}
</body></html>
`
