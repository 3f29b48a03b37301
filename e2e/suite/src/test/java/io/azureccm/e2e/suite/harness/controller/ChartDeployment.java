package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.e2e.suite.harness.kubernetes.CreatedObjects;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a chart renders to, applied to an API server, and what the server then says of the controller: its arguments, its
 * environment, its cloud config, and a kubeconfig of its service account. Closing takes away what was applied.
 */
public final class ChartDeployment implements AutoCloseable {
    private static final Path MANIFESTS = Path.of("../../docs/example-manifests/out-of-tree/charts");
    private static final String NAMESPACE = "kube-system";
    private static final long TOKEN_SECONDS = 3600;

    private final KubernetesClient client;
    private final List<HasMetadata> applied = new ArrayList<>();
    private DaemonSet workload;

    /** {@code chart} as it renders without values, with this cloud config in the Secret that it names. */
    public ChartDeployment(Path kubeconfig, String chart, String cloudConfig) {
        this.client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig.toFile())).build();
        try (InputStream manifest = Files.newInputStream(MANIFESTS.resolve(chart + ".manifest"))) {
            List<HasMetadata> objects = new ArrayList<>(client.load(manifest).items());
            objects.addFirst(secret(cloudConfig));
            refuseForeign(objects);
            objects.forEach(this::apply);
            this.workload = applied.stream()
                    .filter(DaemonSet.class::isInstance)
                    .map(DaemonSet.class::cast)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("reading the manifest of " + chart, e);
        } catch (RuntimeException refused) {
            close();
            throw new AssertionError("the API does not take what " + chart + " renders to", refused);
        }
    }

    private static Secret secret(String cloudConfig) {
        return new SecretBuilder().withNewMetadata()
                .withName("azure-cloud-provider")
                .withNamespace(NAMESPACE)
                .endMetadata()
                .addToStringData("cloud-config", cloudConfig)
                .build();
    }

    /** What somebody has deployed is never changed, and never taken away at the end. */
    private void refuseForeign(List<HasMetadata> objects) {
        for (HasMetadata object : objects) {
            if (client.resource(object).get() != null) {
                client.close();
                throw new AssertionError(object.getKind() + " " + object.getMetadata().getName()
                        + " is there already, and is not of this scenario");
            }
        }
    }

    /** Without pods: what they would run, runs beside the cluster. */
    private void apply(HasMetadata object) {
        if (object instanceof DaemonSet pods)
            pods.getSpec().getTemplate().getSpec().setNodeSelector(Map.of(CreatedObjects.LABEL, "nowhere"));
        object.getMetadata().setLabels(labels(object));
        applied.add(client.resource(object).forceConflicts().serverSideApply());
    }

    private static Map<String, String> labels(HasMetadata object) {
        Map<String, String> labels = new HashMap<>(
                object.getMetadata().getLabels() == null ? Map.of() : object.getMetadata().getLabels());
        labels.put(CreatedObjects.LABEL, "true");
        return labels;
    }

    /** The container's arguments. */
    public List<String> arguments() {
        return workload.getSpec().getTemplate().getSpec().getContainers().getFirst().getArgs();
    }

    /** The container's environment. */
    public Map<String, String> environment() {
        return workload.getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getEnv()
                .stream()
                .filter(variable -> variable.getValue() != null)
                .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    }

    /** The content of the file that the pod's volume makes of the Secret. */
    public String cloudConfig() {
        var source = workload.getSpec()
                .getTemplate()
                .getSpec()
                .getVolumes()
                .stream()
                .filter(volume -> volume.getSecret() != null)
                .findFirst()
                .orElseThrow()
                .getSecret();
        Secret secret = client.secrets().inNamespace(NAMESPACE).withName(source.getSecretName()).get();
        return new String(Base64.getDecoder().decode(secret.getData().get(source.getItems().getFirst().getKey())),
                StandardCharsets.UTF_8);
    }

    /** Writes a kubeconfig with a token of the pod's service account, as the API server gives it to a kubelet. */
    public Path writeKubeconfig(Path file) throws IOException {
        String account = workload.getSpec().getTemplate().getSpec().getServiceAccountName();
        TokenRequest token = client.serviceAccounts()
                .inNamespace(NAMESPACE)
                .withName(account)
                .tokenRequest(new TokenRequestBuilder().withNewSpec()
                        .withExpirationSeconds(TOKEN_SECONDS)
                        .endSpec()
                        .build());
        Config config = client.getConfiguration();
        return Files.writeString(file, """
                apiVersion: v1
                kind: Config
                clusters:
                - name: cluster
                  cluster:
                    server: %s
                %s
                users:
                - name: account
                  user: {token: %s}
                contexts:
                - name: context
                  context: {cluster: cluster, user: account}
                current-context: context
                """.formatted(config.getMasterUrl(),
                authority(config),
                token.getStatus().getToken()));
    }

    private static String authority(Config config) {
        if (config.getCaCertData() != null)
            return "    certificate-authority-data: " + config.getCaCertData();
        return config.getCaCertFile() == null ? "" : "    certificate-authority: " + config.getCaCertFile();
    }

    @Override
    public void close() {
        try (client) {
            applied.reversed().forEach(object -> client.resource(object).delete());
            // The controller's own lease has the name of its other objects.
            if (workload != null)
                client.leases().inNamespace(NAMESPACE).withName(workload.getMetadata().getName()).delete();
        }
    }
}
