import { type Html, html } from '../html.ts'
import type { ActionName } from './actions.ts'
import type { DashboardDeps, NameOf } from './deps.ts'
import { base, formTokenField } from './gate.ts'
import type { Times } from './parts.ts'
import type { Sums } from './sums.ts'

/** What a page is made from. */
export interface View {
  deps: DashboardDeps
  times: Times
  sums: Sums
  forms: { token: string; newId(): string }
  query: URLSearchParams
  nameOf: NameOf
}

interface ActionForm {
  action: ActionName
  /** On what, by field. */
  fields?: Readonly<Record<string, string>>
  label: string
  /** The page that says what came of it. */
  back: string
  tone?: 'plain' | 'primary' | 'danger'
  /** Further fields that the operator fills in. */
  content?: Html
  /** Says what it does, and asks once more. */
  confirm?: string
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** A form with one button that does something. */
export const actionForm = (
  { forms }: Pick<View, 'forms'>,
  { action, fields = {}, label, back, tone = 'plain', content, confirm }: ActionForm,
): Html => {
  const form = html`<form method="post" action="${base}/do/${action}">${hidden(formTokenField, forms.token)}${hidden('form_id', forms.newId())}${hidden('back', back)}${Object.entries(fields).map(([name, value]) => hidden(name, value))}${content}<button class="press ${tone}">${label}</button></form>`
  return confirm === undefined
    ? form
    : html`<details class="confirm"><summary class="press ${tone === 'danger' ? 'danger' : 'plain'}">${label}…</summary><div><p>${confirm}</p>${form}</div></details>`
}
