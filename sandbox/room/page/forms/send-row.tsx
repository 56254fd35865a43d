interface SendRowProps {
  /** What the button says by which nothing is sent. */
  leaveLabel: string
  leave(): void
  isSending: boolean
}

/** The end of whatever is filled in: send it, or leave it. */
export const SendRow = ({ leaveLabel, leave, isSending }: SendRowProps) => (
  <div class="row end">
    <button type="button" class="press plain" onClick={leave}>
      {leaveLabel}
    </button>
    <button type="submit" class="press primary" disabled={isSending}>
      Send
    </button>
  </div>
)
