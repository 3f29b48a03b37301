package io.azureccm.common.boot.standby;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.AuthorizationOptions;
import java.time.Duration;
import java.util.ArrayList;
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
        ObjectNode task = JsonNodeFactory.instance.objectNode().put("app", app);
        task.putObject("kube")
                .put("kubeconfig", kube.kubeconfig())
                .put("server", kube.server())
                .put("caFile", kube.caFile())
                .put("tokenFile", kube.tokenFile());
        task.putObject("lease")
                .put("namespace", lease.namespace())
                .put("name", lease.name())
                .put("duration", lease.duration().toMillis())
                .put("retryPeriod", lease.retryPeriod().toMillis())
                .put("timeout", lease.timeout().toMillis());
        ObjectNode served = task.putObject("port")
                .put("port", port.port())
                .put("address", port.address())
                .put("certificate", port.certificate())
                .put("key", port.key())
                .put("probes", port.probes().port())
                .put("probesAddress", port.probes().address());
        add(served.putArray("protocols"), port.protocols());
        add(served.putArray("suites"), port.suites());
        ObjectNode allowed = task.putObject("access")
                .put("tokens", access.tokenTtl().toMillis())
                .put("allowed", access.authorization().allowedTtl().toMillis())
                .put("denied", access.authorization().deniedTtl().toMillis());
        add(allowed.putArray("open"), access.authorization().alwaysAllowPaths());
        return task.toString();
    }

    static StandbyTask parse(String text) {
        try {
            JsonNode task = JSON.readTree(text);
            JsonNode kube = task.path("kube");
            JsonNode lease = task.path("lease");
            JsonNode port = task.path("port");
            JsonNode access = task.path("access");
            return new StandbyTask(task.path("app").asText(),
                    new KubeAddress(kube.path("kubeconfig").asText(), kube.path("server").asText(),
                            kube.path("caFile").asText(), kube.path("tokenFile").asText()),
                    new Lease(lease.path("namespace").asText(), lease.path("name").asText(),
                            millis(lease, "duration"), millis(lease, "retryPeriod"), millis(lease, "timeout")),
                    new Port(port.path("port").asInt(), port.path("address").asText(),
                            port.path("certificate").asText(), port.path("key").asText(),
                            texts(port.path("protocols")), texts(port.path("suites")),
                            new Probes(port.path("probes").asInt(), port.path("probesAddress").asText())),
                    new Access(millis(access, "tokens"), new AuthorizationOptions("", texts(access.path("open")),
                            millis(access, "allowed"), millis(access, "denied"))));
        } catch (JsonProcessingException unreadable) {
            throw new IllegalArgumentException(VARIABLE + " is not readable: " + unreadable.getOriginalMessage(),
                    unreadable);
        }
    }

    private static Duration millis(JsonNode parent, String name) {
        return Duration.ofMillis(parent.path(name).asLong());
    }

    private static void add(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }
}
