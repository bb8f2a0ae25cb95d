import type { Atlas } from '../en/atlas';

export const atlas: Atlas = {
  documents: {
    scheduler: { title: '调度器深度剖析', about: 'Pod 怎么得到节点：队列、过滤、打分、绑定。' },
    network: { title: '网络架构深度剖析', about: '数据包怎么找到 Pod：路由、Service、每个节点上的规则。' },
    kubelet: { title: 'Kubelet 深度分析', about: '从 Pod 对象到跑起来的容器，节点上发生了什么。' },
    csi: { title: 'CSI 卷挂载通信', about: '卷怎么供应、挂接、挂载。' },
    dns: { title: 'DNS 解析流程', about: 'Pod 里的一个名字怎么变成地址。' },
    deployment: { title: 'Deployment 滚动更新', about: '新的怎么在两条界限之间，一个一个换下旧的。' },
    endpointslice: { title: 'EndpointSlice 控制器', about: 'Service 怎么知道哪些 Pod 可以收流量。' },
    hpa: { title: 'HPA 水平自动扩缩', about: '一个指标怎么变成副本数。' },
    pvc: { title: 'PVC 供应与绑定', about: '申领怎么找到自己的卷。' },
    pod: { title: 'Pod 在节点落地', about: '到 Pod 跑起来为止，谁对谁说了什么。' },
  },
  questions: {
    15: '就绪探针没问题，为什么每次发布还有 502？',
    16: '上线卡住了，为什么没有自动回滚？',
    17: '改了 ConfigMap，或推了新的 `:latest`，为什么什么都没发生？',
  },
  notYet: '还没有',
  figures: (count) => `${count} 图`,
  lessons: (count) => `${count} 课`,
  minutes: (count) => `约 ${count} 分钟`,
  openDocument: (number, title) => `文档 ${number}：${title}`,

  home: {
    title: 'Kubernetes 工作原理',
    hint: '一张总图，亮着的可以点进去',
    start: '从这里开始',
    documents: '十篇文档',
    documentsHint: '课一篇一篇做。没有链接的文档画在图上，课还没有。',
    questions: '你在问什么？',
    playground: '练习场',
    playgroundHint: '贴 YAML，一步步走，注入故障',
    fidelity: '模拟了什么，没有模拟什么',
  },

  map: {
    description:
      'Kubernetes 总图：控制平面、工作负载、流量、节点、弹性、存储、配置、网络，一条线穿过它们：一次 apply 的路线。',
    route: '一次 apply 的路线：1 kubectl，2 API server，3 etcd，4 控制器，5 调度器，6 kubelet，7 containerd，8 Pod。',
    regions: {
      controlPlane: '控制平面 高可用',
      workloads: '工作负载',
      traffic: '流量',
      nodes: '计算节点',
      autoscaling: '弹性',
      storage: '存储',
      configuration: '探针与配置',
      flannel: 'CNI Flannel host-gw',
    },
    accents: { cp: '控制平面', node: '节点', net: '网络', sto: '存储', work: '工作负载' },
    etcd: 'etcd 集群：3 成员，2 票成写',
    controllers: '控制器',
    cloud: '云控制器',
    inOrder: '有序',
    onePerNode: '每节点一个',
    onSchedule: '按 cron 表达式',
    ingress: 'Ingress 七层',
    service: 'Service 四层',
    coredns: 'CoreDNS 解析名字',
    routes: (node) => `${node} 路由`,
    flannelNote: '不封装，只改路由；全部节点须在同一二层',
    notReady: '就绪失败 → 移出端点',
    notAlive: '存活失败 → 重启容器',
    mounted: 'env 或挂载进 Pod',
    vendor: '定时，厂商',
    bind: '绑定',
    csi: 'CSI 三步',
    csiSteps: ['供应', '挂接', '挂载'],
  },

  documentsPage: {
    title: '十篇文档',
    lead: '每篇文档有自己的课。课跑在模拟的集群上，可以停，可以退，可以改。',
    none: '还没有：这篇文档在总图上，课还没做。',
    question: '它回答：',
  },

  questionsPage: {
    title: '问题索引',
    lead: '工作里常问的问题，和演示答案的课。',
    none: '还没有哪个问题有课。',
    in: (lesson, document) => `${lesson} · ${document}`,
  },

  unknownPage: {
    title: '没有这个页面',
    why: (address) => `实验室里没有 ${address}。`,
    home: '去总图',
    documents: '去十篇文档',
    playground: '去练习场',
  },

  search: {
    label: '搜索文档、课、问题',
    none: '没有找到。',
    kinds: { page: '页面', document: '文档', lesson: '课', question: '问题' },
    found: (count) => `找到 ${count} 个`,
  },
};
