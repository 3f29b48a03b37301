package io.azureccm.service.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds Services as YAML for tests; the UID is derived from the name. */
public final class Services {
    private final String name;
    private final Map<String, String> annotations = new LinkedHashMap<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final List<String> ports = new ArrayList<>();
    private final List<String> spec = new ArrayList<>();
    private String namespace = "shop";
    private String created = "2026-01-01T00:00:00Z";
    private String statusIp = "";

    private Services(String name) {
        this.name = name;
    }

    public static Services named(String name) {
        return new Services(name);
    }

    /** The same UUID for the same name. */
    public static String uid(String name) {
        return java.util.UUID.nameUUIDFromBytes(name.getBytes(java.nio.charset.StandardCharsets.UTF_8)).toString();
    }

    public Services port(String protocol, int port) {
        return port(protocol, port, 30000 + Math.abs((name + port).hashCode()) % 2000);
    }

    public Services port(String protocol, int port, int nodePort) {
        ports.add("{name: p" + port + "-" + protocol.toLowerCase(java.util.Locale.ROOT) + ", protocol: " + protocol
                + ", port: " + port
                + ", targetPort: 8080, nodePort: " + nodePort + "}");
        return this;
    }

    public Services annotation(String key, String value) {
        annotations.put("service.beta.kubernetes.io/" + key, value);
        return this;
    }

    public Services in(String otherNamespace) {
        namespace = otherNamespace;
        return this;
    }

    public Services label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    /** Traffic is only sent to nodes that run pods of the Service. */
    public Services local() {
        return spec("externalTrafficPolicy: Local").spec("healthCheckNodePort: 32000");
    }

    public Services spec(String line) {
        spec.add(line);
        return this;
    }

    public Services created(String time) {
        created = time;
        return this;
    }

    public Services status(String ip) {
        statusIp = ip;
        return this;
    }

    public String yaml() {
        StringBuilder yaml = new StringBuilder(
                "apiVersion: v1\nkind: Service\nmetadata:\n  name: " + name + "\n  namespace: " + namespace + "\n");
        yaml.append("  uid: ")
                .append(uid(name))
                .append("\n  creationTimestamp: \"")
                .append(created)
                .append("\"\n  annotations:\n");
        annotations
                .forEach((key, value) -> yaml.append("    ").append(key).append(": \"").append(value).append("\"\n"));
        if (annotations.isEmpty())
            yaml.append("    {}\n");
        if (!labels.isEmpty()) {
            yaml.append("  labels:\n");
            labels.forEach((key, value) -> yaml.append("    ").append(key).append(": \"").append(value).append("\"\n"));
        }
        yaml.append("spec:\n  type: LoadBalancer\n");
        spec.forEach(line -> yaml.append("  ").append(line).append('\n'));
        yaml.append("  ports: [").append(String.join(", ", ports)).append("]\n");
        if (!statusIp.isEmpty())
            yaml.append("status: {loadBalancer: {ingress: [{ip: ").append(statusIp).append("}]}}\n");
        return yaml.toString();
    }
}
