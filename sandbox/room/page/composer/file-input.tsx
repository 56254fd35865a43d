import { useRef } from 'preact/hooks'
import type { InputMarks } from './input-marks.ts'
import { Shelf } from './shelf.tsx'

interface FileInputProps {
  id?: string
  name: string
  label: string
  required: boolean
  marks?: InputMarks
}

/** Takes a file from this machine, dropped or chosen, or from the shelf. */
export const FileInput = ({ id, name, label, required, marks }: FileInputProps) => {
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File): void => {
    const transfer = new DataTransfer()
    transfer.items.add(file)
    if (input.current !== null) input.current.files = transfer.files
  }
  return (
    <span class="row">
      <input
        ref={input}
        type="file"
        {...(id !== undefined && { id })}
        name={name}
        required={required}
        aria-label={label}
        {...marks}
      />
      <Shelf take={take} />
    </span>
  )
}
