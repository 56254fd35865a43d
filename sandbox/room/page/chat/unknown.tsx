/** What is not drawn yet is named, and never left out. */
export const Unknown = ({ what }: { what: string }) => <p class="unknown">{what}</p>
