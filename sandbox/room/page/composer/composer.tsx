import type { RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { SeenMessage } from '../../../control/people.ts'
import type { SeenCommand } from '../../../control/seen-places.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { Shelf } from '../inputs/shelf.tsx'
import { Attachments } from './attachments.tsx'
import { CommandBoxes } from './command-boxes.tsx'
import { CommandPicker, matching } from './command-picker.tsx'
import { useSending } from './use-sending.ts'

interface ComposerProps {
  chat: ChatState
  files: readonly File[]
  addFiles(more: readonly File[]): void
  setFiles(files: readonly File[]): void
  replyTo: SeenMessage | undefined
  setReplyTo(message: SeenMessage | undefined): void
}

/** What is typed, and which command of those that match it Enter takes. */
const useTyping = ({ offers }: ChatState) => {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const found = isClosed ? [] : matching(offers.commands, typed)
  return {
    typed,
    found,
    marked: Math.min(marked, Math.max(found.length - 1, 0)),
    type(text: string) {
      setTyped(text)
      setMarked(0)
      setClosed(false)
    },
    move: (by: number) => setMarked((marked + by + found.length) % found.length),
    close: () => setClosed(true),
  }
}

type Typing = ReturnType<typeof useTyping>

/** The keys of a list of choices: https://www.w3.org/WAI/ARIA/apg/patterns/combobox */
const onKey = (event: KeyboardEvent, typing: Typing, choose: (command: SeenCommand) => void): void => {
  const { found, marked } = typing
  const command = found[marked]
  if (command === undefined) return
  const deeds: Readonly<Record<string, () => void>> = {
    ArrowDown: () => typing.move(1),
    ArrowUp: () => typing.move(-1),
    Enter: () => choose(command),
    Tab: () => choose(command),
    Escape: typing.close,
  }
  const deed = event.shiftKey || event.isComposing ? undefined : deeds[event.key]
  if (deed === undefined) return
  event.preventDefault()
  deed()
}

const Answering = ({ replyTo, setReplyTo }: Pick<ComposerProps, 'replyTo' | 'setReplyTo'>) =>
  replyTo === undefined ? null : (
    <p class="small">
      Replying to <strong>{replyTo.author}</strong>{' '}
      <button type="button" class="textual" onClick={() => setReplyTo(undefined)}>
        Leave
      </button>
    </p>
  )

/** Usage of the Slack command that was typed. */
const hintFor = ({ offers }: ChatState, typed: string): string | undefined =>
  offers.commands.find(({ name, hint }) => hint !== undefined && typed.startsWith(`/${name} `))?.hint

interface WordsProps {
  box: RefObject<HTMLInputElement | null>
  typing: Typing
  choose(command: SeenCommand): void
}

const Words = ({ box, typing, choose }: WordsProps) => {
  const id = useId()
  const { typed, found, marked } = typing
  const isOpen = found.length > 0
  return (
    <>
      {isOpen ? <CommandPicker id={id} commands={found} marked={marked} choose={choose} /> : null}
      <input
        ref={box}
        class="words"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        {...(isOpen && { 'aria-activedescendant': `${id}-${marked}` })}
        aria-label="Message"
        placeholder={'Write, or / for a command'}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => typing.type(currentTarget.value)}
        onKeyDown={(event) => onKey(event, typing, choose)}
        onBlur={typing.close}
      />
    </>
  )
}

/** Where a person types: words, files, and after a slash a command. */
export const Composer = ({ chat, files, addFiles, setFiles, replyTo, setReplyTo }: ComposerProps) => {
  const typing = useTyping(chat)
  const box = useRef<HTMLInputElement>(null)
  const [command, setCommand] = useState<SeenCommand>()
  const hadBoxes = useRef(false)
  useEffect(() => {
    if (replyTo !== undefined || hadBoxes.current) box.current?.focus()
    hadBoxes.current = command !== undefined
  }, [replyTo, command])
  const { typed, type } = typing
  const send = useSending(chat, { text: typed, files, replyTo }, (draft) => {
    type(draft.text)
    setFiles(draft.files)
    setReplyTo(draft.replyTo)
  })
  const choose = (chosen: SeenCommand): void => {
    if (chosen.options.length > 0) {
      setCommand(chosen)
      type('')
    } else type(`/${chosen.name} `)
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void send()
  }
  const attach = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    addFiles([...(currentTarget.files ?? [])])
    currentTarget.value = '' // or the same file could not be chosen once more
  }
  if (command !== undefined)
    return <CommandBoxes {...{ command, chat, files, setFiles }} leave={() => setCommand(undefined)} />
  const hint = hintFor(chat, typed)
  return (
    <form class="composer" aria-label={`Write on ${chat.platform}`} onSubmit={submit}>
      <Answering replyTo={replyTo} setReplyTo={setReplyTo} />
      {hint === undefined ? null : <p class="small">{hint}</p>}
      <Attachments files={files} remove={(file) => setFiles(files.filter((one) => one !== file))} />
      <div class="row">
        <label class="press plain attach">
          <span aria-hidden="true">+</span>
          <span class="hidden">Attach files</span>
          <input type="file" class="hidden" multiple onChange={attach} />
        </label>
        <Shelf take={(file) => addFiles([file])} />
        <Words box={box} typing={typing} choose={choose} />
        <button type="submit" class="press primary">
          Send
        </button>
      </div>
    </form>
  )
}
