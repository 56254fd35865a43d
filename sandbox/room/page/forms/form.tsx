import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Form, FormField } from '../../../people.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { Field } from './field.tsx'
import { SendRow } from './send-row.tsx'
import { uploadsOf } from './uploads.ts'

const textKinds: readonly FormField['kind'][] = ['line', 'paragraph', 'role']

/** What a person has put into a field; undefined of a field for files without one. */
const givenIn = async ({ kind, name }: FormField, data: FormData): Promise<unknown> => {
  const all = data.getAll(name)
  if (textKinds.includes(kind)) return all[0] ?? ''
  if (kind !== 'file') return all.filter((chosen) => chosen !== '')
  const files = all.filter((part): part is File => part instanceof File && part.size > 0)
  return files.length === 0 ? undefined : uploadsOf(files)
}

const valuesOf = async (form: Form, data: FormData): Promise<Record<string, unknown>> => {
  const entries = form.fields.map(async (field) => [field.name, await givenIn(field, data)] as const)
  return Object.fromEntries((await Promise.all(entries)).filter(([, value]) => value !== undefined))
}

/** A form that the bot opened: what is wrong stands at its field, and what was typed stays. */
export const FormDialog = ({ form, chat }: { form: Form; chat: ChatState }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const filled = useRef<HTMLFormElement>(null)
  const titleId = useId()
  const [isSending, setSending] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => filled.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [form])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (filled.current === null || isSending) return
    setSending(true)
    const values = await valuesOf(form, new FormData(filled.current))
    await chat.perform({ submit: { form: form.id, values } })
    setSending(false)
  }
  return (
    <dialog ref={dialog} class="form" aria-labelledby={titleId} onClose={chat.closeForm}>
      <form ref={filled} onSubmit={(event) => void submit(event)}>
        <h2 id={titleId}>{form.title}</h2>
        {form.texts.map((text) => (
          <p key={text} class="small lines">
            {text}
          </p>
        ))}
        {form.fields.map((field) => (
          <Field key={field.name} formId={form.id} field={field} chat={chat} />
        ))}
        <p class="error" role="status">
          {chat.told}
        </p>
        <SendRow leaveLabel="Cancel" leave={() => dialog.current?.close()} isSending={isSending} />
      </form>
    </dialog>
  )
}
