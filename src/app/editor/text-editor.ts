/** A place in a text; both count from 1. Line 0: no place. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something that the text is marked with. */
export interface Mark extends Place {
  readonly look: 'error' | 'note';
  readonly message: string;
}

/** What the page asks of an editor, whichever it is. */
export interface TextEditor {
  /** Puts the cursor there, in sight, with the focus. */
  goTo(place: Place): void;
}

/** A selection as offsets into the text. */
export interface Selected {
  readonly from: number;
  readonly to: number;
}
