import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Form, FormField } from '../../../control/people.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { SendRow } from '../inputs/send-row.tsx'
import { uploadsOf } from '../inputs/uploads.ts'
import { Emoji } from '../slack/emoji.tsx'
import { Field } from './field.tsx'

const textKinds: readonly FormField['kind'][] = ['line', 'paragraph', 'role']

/** What a person has put into a field; undefined of a field for files without one. */
const givenIn = async ({ kind, name }: FormField, data: FormData): Promise<unknown> => {
  const all = data.getAll(name)
  if (kind === 'tick') return all.length > 0
  if (textKinds.includes(kind)) return all[0] ?? ''
  if (kind !== 'file') return all.filter((chosen) => chosen !== '')
  const files = all.filter((part): part is File => part instanceof File && part.name !== '')
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
  const isOver = useRef(false)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => {
      isOver.current = true
      shown?.close() // gives the focus back
    }
  }, [])
  useEffect(() => filled.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [form])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (filled.current === null || isSending) return
    setSending(true)
    const data = new FormData(filled.current)
    await chat.perform(valuesOf(form, data).then((values) => ({ submit: { form: form.id, values } })))
    setSending(false)
  }
  return (
    <dialog
      ref={dialog}
      class="form"
      aria-labelledby={titleId}
      onClose={() => isOver.current || chat.closeForm()}
    >
      <form ref={filled} onSubmit={(event) => void submit(event)}>
        <h2 id={titleId}>{form.title}</h2>
        {form.texts.map((text) => (
          <p key={text} class="small lines">
            {text.split(/:(\w+):/).map((part, at) => (at % 2 === 0 ? part : <Emoji name={part} />))}
          </p>
        ))}
        {form.fields.map((field) => (
          <Field key={field.name} formId={form.id} field={field} chat={chat} />
        ))}
        <p class="error" role="status">
          {chat.told}
        </p>
        <SendRow
          sendLabel={form.submit}
          leaveLabel={form.close ?? 'Cancel'}
          leave={() => dialog.current?.close()}
          isSending={isSending}
        />
      </form>
    </dialog>
  )
}
