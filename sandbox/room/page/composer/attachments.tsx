/** What goes with the message that is being written. */
export const Attachments = ({ files, remove }: { files: readonly File[]; remove(file: File): void }) =>
  files.length === 0 ? null : (
    <ul class="attachments" aria-label="Attached">
      {files.map((file, index) => (
        <li key={index}>
          {file.name}{' '}
          <button
            type="button"
            class="textual"
            aria-label={`Remove ${file.name}`}
            onClick={() => remove(file)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
