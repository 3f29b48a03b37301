package io.azureccm.common.boot.standby;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.azureccm.common.config.options.AuthorizationOptions;
import java.time.Duration;
import java.util.List;

/** What a light standby has to know, as an app determines it for the program that takes its place. It contains no secrets. */
record StandbyTask(String app, KubeAddress kube, Lease lease, Port port, Access access) {
    /** The environment variable that holds it. */
    static final String VARIABLE = "STANDBY_TASK";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The Kubernetes API: of a kubeconfig, or a server with the files of a CA and of a token; others are empty. */
    record KubeAddress(String kubeconfig, String server, String caFile, String tokenFile) {}

    /** The lease, its duration if it names none, how often its holder renews it, and how long one request may take. */
    record Lease(String namespace, String name, Duration duration, Duration retryPeriod, Duration timeout) {
        String fullName() {
            return namespace + "/" + name;
        }
    }

    /**
     * The port, 0 for none, with the files of its certificate, empty for a self-signed one; and the port for probes, 0 for
     * none.
     */
    record Port(int port, String address, String certificate, String key, List<String> protocols, List<String> suites,
            Probes probes) {}

    /** The port for health probes only. */
    record Probes(int port, String address) {}

    /** Who may see what the port serves. */
    record Access(Duration tokenTtl, AuthorizationOptions authorization) {}

    String text() {
        try {
            return new ObjectMapper()
                    .registerModule(new SimpleModule().addSerializer(Duration.class, ToStringSerializer.instance))
                    .writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("every task can be written", impossible);
        }
    }

    /** By hand: Jackson's classes for records would take a tenth of the memory of a standby. */
    static StandbyTask parse(String text) {
        try {
            JsonNode task = JSON.readTree(text);
            JsonNode kube = task.path("kube");
            JsonNode lease = task.path("lease");
            JsonNode port = task.path("port");
            JsonNode probes = port.path("probes");
            JsonNode access = task.path("access");
            JsonNode authorization = access.path("authorization");
            return new StandbyTask(task.path("app").asText(),
                    new KubeAddress(kube.path("kubeconfig").asText(), kube.path("server").asText(),
                            kube.path("caFile").asText(), kube.path("tokenFile").asText()),
                    new Lease(lease.path("namespace").asText(), lease.path("name").asText(),
                            duration(lease, "duration"), duration(lease, "retryPeriod"), duration(lease, "timeout")),
                    new Port(port.path("port").asInt(), port.path("address").asText(),
                            port.path("certificate").asText(), port.path("key").asText(),
                            texts(port.path("protocols")), texts(port.path("suites")),
                            new Probes(probes.path("port").asInt(), probes.path("address").asText())),
                    new Access(duration(access, "tokenTtl"), new AuthorizationOptions("",
                            texts(authorization.path("alwaysAllowPaths")), duration(authorization, "allowedTtl"),
                            duration(authorization, "deniedTtl"))));
        } catch (JsonProcessingException unreadable) {
            throw new IllegalArgumentException(VARIABLE + " is not readable: " + unreadable.getOriginalMessage(),
                    unreadable);
        }
    }

    private static Duration duration(JsonNode parent, String name) {
        return Duration.parse(parent.path(name).asText());
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
