import { useState } from 'react';
import { makeColumns } from '../model/falling-digits';

/** Columns of 0 and 1 behind what is read: they stand still for whoever asks for less motion. */
export function FallingDigits() {
  const [columns] = useState(() => makeColumns(Math.random));
  return (
    <div className="digits" aria-hidden="true">
      {columns.map(({ text, fallS, delayS, opacity }, index) => (
        <span key={index} style={{ animationDuration: `${fallS}s`, animationDelay: `${delayS}s`, opacity }}>
          {/* Twice, so that its start follows its end. */}
          {text}
          {text}
        </span>
      ))}
    </div>
  );
}
