interface SendRowProps {
  sendLabel?: string | undefined
  /** What the button says by which nothing is sent. */
  leaveLabel: string
  leave(): void
  isSending: boolean
}

/** The end of whatever is filled in: send it, or leave it. */
export const SendRow = ({ sendLabel = 'Send', leaveLabel, leave, isSending }: SendRowProps) => (
  <div class="row end">
    <button type="button" class="press plain" onClick={leave}>
      {leaveLabel}
    </button>
    {/* One that is disabled would lose the focus. */}
    <button type="submit" class="press primary" aria-disabled={isSending}>
      {sendLabel}
    </button>
  </div>
)
