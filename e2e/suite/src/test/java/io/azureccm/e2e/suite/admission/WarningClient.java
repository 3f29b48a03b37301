package io.azureccm.e2e.suite.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Requests to a Kubernetes API whose answers are shown whole, with their warnings, as kubectl shows them. */
final class WarningClient implements AutoCloseable {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String APPLY = "application/apply-patch+yaml";

    private final KubernetesClient client;

    /** {@code warnings}: the values of the headers of that name. */
    record Answer(int code, JsonNode body, List<String> warnings) {
        String message() {
            return body.path("message").asText();
        }
    }

    WarningClient(Path kubeconfig) {
        client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig.toFile())).build();
    }

    /** As the user of this token instead of that of the kubeconfig. */
    WarningClient(Path kubeconfig, String token) {
        Config config = Config.fromKubeconfig(kubeconfig.toFile());
        config.setOauthToken(token);
        config.setClientCertData(null);
        config.setClientCertFile(null);
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    /** {@code manifest} in JSON or YAML. */
    Answer create(String path, String manifest) {
        return send(path, "POST", "application/json", manifest);
    }

    Answer apply(String path, JsonNode manifest) {
        return send(path + "?fieldManager=suite&force=true&fieldValidation=Strict", "PATCH", APPLY,
                manifest.toString());
    }

    Answer merge(String path, String patch) {
        return send(path, "PATCH", "application/merge-patch+json", patch);
    }

    Answer delete(String path) {
        return send(path, "DELETE", "application/json", "{}");
    }

    Answer get(String path) {
        return send(client.getHttpClient().newHttpRequestBuilder().uri(client.getMasterUrl() + path));
    }

    private Answer send(String path, String method, String type, String yaml) {
        try {
            return send(client.getHttpClient()
                    .newHttpRequestBuilder()
                    .uri(client.getMasterUrl() + path)
                    .method(method, type, YAML.readTree(yaml).toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(yaml, e);
        }
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = client.getHttpClient()
                    .sendAsync(request.header("Accept", "application/json").build(), String.class)
                    .get(30, TimeUnit.SECONDS);
            return new Answer(answer.code(), YAML.readTree(answer.bodyString()), answer.headers("Warning"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new AssertionError("no answer", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
