/**
 * `<cluster-glass lesson="deployment/rolling-ten" step="created">` for any page: a classic script that imports nothing.
 * What stands inside the element is shown until the frame has answered, and for good when it does not.
 */
(() => {
  const tag = 'cluster-glass';
  if (!('customElements' in globalThis) || customElements.get(tag)) return;

  const ownScript = (document.currentScript ??
    document.querySelector('script[src*="embed.js"]')) as HTMLScriptElement | null;
  if (!ownScript?.src) return;
  const base = new URL('./embed.html', ownScript.src);

  const lessonForm = /^[a-z0-9-]{1,64}\/[a-z0-9-]{1,64}$/;
  const types = new Set(['ready', 'resize', 'step', 'prediction', 'goal', 'complete']);
  const defaultHeightPx = 480;
  const answerMs = 20_000;
  const near = '300px';
  const style = `:host{display:block;position:relative}:host([hidden]),slot[hidden]{display:none}
iframe{display:block;width:100%;border:0}iframe[data-waits]{position:absolute;inset:0;visibility:hidden}`;

  const clamp = (value: unknown, least: number, most: number) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.ceil(value))) : undefined;

  class ClusterGlass extends HTMLElement {
    static observedAttributes = ['lesson', 'step', 'lang', 'theme', 'view', 'controls', 'height'];
    private root = this.attachShadow({ mode: 'open' });
    private frame: HTMLIFrameElement | undefined;
    private observer: IntersectionObserver | undefined;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private answered = false;

    connectedCallback() {
      const sheet = document.createElement('style');
      sheet.textContent = style;
      this.root.replaceChildren(sheet, document.createElement('slot'));
      this.reserve();
      addEventListener('message', this.receive);
      if (!('IntersectionObserver' in globalThis)) {
        this.open();
        return;
      }
      this.observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && this.open(),
        {
          rootMargin: near,
        },
      );
      this.observer.observe(this);
    }

    disconnectedCallback() {
      removeEventListener('message', this.receive);
      this.observer?.disconnect();
      this.close();
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null) {
      if (!this.isConnected || before === value) return;
      if (name === 'height') this.reserve();
      else if (!this.frame) return;
      else if (name === 'step' && value) this.order({ type: 'goto', step: value });
      else if (name === 'lang' && value) this.order({ type: 'setLang', lang: value });
      else if (name === 'theme' && value) this.order({ type: 'setTheme', theme: value });
      else {
        this.close();
        this.open();
      }
    }

    /** Stops playing. */
    pause() {
      this.order({ type: 'pause' });
    }

    private order(order: object) {
      this.frame?.contentWindow?.postMessage({ source: 'clusterglass', version: 1, ...order }, base.origin);
    }

    private reserve() {
      const height = clamp(Number(this.getAttribute('height') ?? Number.NaN), 120, 4000) ?? defaultHeightPx;
      this.style.minHeight = `${height}px`;
    }

    private address(): string | undefined {
      const lesson = this.getAttribute('lesson') ?? '';
      if (!lessonForm.test(lesson)) return undefined;
      const query = new URLSearchParams();
      for (const name of ['step', 'view', 'lang', 'theme', 'controls']) {
        const value = this.getAttribute(name);
        if (value) query.set(name, value);
      }
      const text = query.toString();
      return `${base.href}#/lesson/${lesson}${text && `?${text}`}`;
    }

    private open() {
      this.observer?.disconnect();
      const address = this.address();
      if (this.frame || address === undefined) return;
      const frame = document.createElement('iframe');
      frame.src = address;
      frame.loading = 'lazy';
      frame.title = this.getAttribute('title') ?? 'Clusterglass';
      frame.referrerPolicy = 'no-referrer';
      frame.dataset.waits = '';
      frame.style.height = '100%';
      this.frame = frame;
      this.root.append(frame);
      this.timer = setTimeout(() => {
        if (this.answered) return;
        // The frame does not answer: what stands inside the element stays.
        this.close();
        this.dispatchEvent(new CustomEvent('clusterglass:error', { bubbles: true }));
      }, answerMs);
    }

    private close() {
      clearTimeout(this.timer);
      this.frame?.remove();
      this.frame = undefined;
      this.answered = false;
      const slot = this.root.querySelector('slot');
      if (slot) slot.hidden = false;
    }

    private receive = (event: MessageEvent) => {
      const { frame } = this;
      if (!frame || event.source !== frame.contentWindow || event.origin !== base.origin) return;
      const { data } = event;
      if (typeof data !== 'object' || data === null || data.source !== 'clusterglass' || data.version !== 1) return;
      if (!types.has(data.type)) return;
      if (!this.answered) {
        this.answered = true;
        clearTimeout(this.timer);
      }
      if (data.type === 'ready') {
        delete frame.dataset.waits;
        const slot = this.root.querySelector('slot');
        if (slot) slot.hidden = true;
      }
      if (data.type === 'resize') {
        const height = clamp(data.height, 40, 8000);
        if (height !== undefined) frame.style.height = `${height}px`;
      }
      this.dispatchEvent(new CustomEvent(`clusterglass:${data.type}`, { bubbles: true, detail: data }));
    };
  }

  customElements.define(tag, ClusterGlass);
})();
