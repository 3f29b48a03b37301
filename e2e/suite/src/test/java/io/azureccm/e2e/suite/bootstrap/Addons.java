package io.azureccm.e2e.suite.bootstrap;

import io.azureccm.e2e.cluster.json.Json;
import java.util.List;

/**
 * What every cluster has beside the controllers, with the node selectors and tolerations that kubeadm and Cilium give it: the
 * cluster's DNS and the agent of the network plug-in. Their containers are not run; kube-proxy and the operator of the plug-in
 * are left out, and addresses of Services are not needed: the Kubernetes API is reached by its own address.
 */
final class Addons {
    static final Workload DNS = new Workload(Json.parse("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: coredns, namespace: kube-system}
            spec:
              replicas: 2
              template:
                spec:
                  dnsPolicy: Default
                  nodeSelector: {kubernetes.io/os: linux}
                  tolerations:
                    - {key: CriticalAddonsOnly, operator: Exists}
                    - {key: node-role.kubernetes.io/control-plane, effect: NoSchedule}
                  containers:
                    - name: coredns
                      ports: [{containerPort: 53, protocol: UDP}]
            """));
    static final Workload NETWORK_AGENT = new Workload(Json.parse("""
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: network-agent, namespace: kube-system}
            spec:
              template:
                spec:
                  hostNetwork: true
                  nodeSelector: {kubernetes.io/os: linux}
                  tolerations: [{operator: Exists}]
                  containers:
                    - name: agent
            """));
    static final List<Workload> ALL = List.of(NETWORK_AGENT, DNS);

    private Addons() {}
}
