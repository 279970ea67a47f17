import type { TooManyAtOnce } from './errors/errors';

/** Limits what a process does for organizations at a time, where others let it wait. */
export class AtOnce {
  /** The organizations for which it runs. */
  private readonly running: number[] = [];

  /**
   * @param most the most at a time
   * @param mostOfOne the most of one organization
   * @param refusal what one more is answered
   */
  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
    private readonly refusal: () => TooManyAtOnce,
  ) {}

  /** Does work for an organization. Throws the refusal, and as the work does. */
  async run<T>(organization_id: number, work: () => Promise<T>): Promise<T> {
    const ofOne = this.running.filter((each) => each === organization_id).length;
    if (this.running.length >= this.most || ofOne >= this.mostOfOne) throw this.refusal();
    this.running.push(organization_id);
    try {
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(organization_id), 1);
    }
  }
}
