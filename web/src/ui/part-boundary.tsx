import { Component, type ReactNode } from 'react';

/** A part that breaks, or whose code does not come, leaves the page around it as it is. */
export class PartBoundary extends Component<
  { instead: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
