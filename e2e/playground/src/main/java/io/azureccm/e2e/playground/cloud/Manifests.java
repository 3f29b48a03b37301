package io.azureccm.e2e.playground.cloud;

/** Manifests of nodes and Services. */
public final class Manifests {
    private Manifests() {}

    /** A Service of type LoadBalancer with one port. */
    public static String service(String name, int port) {
        return service(name, port, "", "");
    }

    /** The same with more annotations and members of its spec, in YAML; both may be empty. */
    public static String service(String name, int port, String annotations, String spec) {
        return """
                apiVersion: v1
                kind: Service
                metadata: {name: %s, namespace: default, annotations: {%s}}
                spec: {type: LoadBalancer, ports: [{name: http, port: %d, protocol: TCP}], %s}
                """.formatted(name, annotations, port, spec);
    }

    /** A ready node, with more labels, the members of its spec and its addresses, in YAML; each may be empty. */
    public static String node(String name, String labels, String spec, String addresses) {
        return """
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {kubernetes.io/os: linux, %s}}
                spec: {%s}
                status:
                  addresses: [%s]
                  conditions: [{type: Ready, status: "True", reason: KubeletReady, message: simulated}]
                """.formatted(name, labels, spec, addresses);
    }
}
