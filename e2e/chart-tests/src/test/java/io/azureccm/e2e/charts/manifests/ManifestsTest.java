package io.azureccm.e2e.charts.manifests;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static io.azureccm.e2e.charts.RenderedChart.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import io.azureccm.e2e.charts.values.ValueRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the values, a chart makes objects that a Kubernetes API takes and that fit together. */
public class ManifestsTest {
    static final List<String> MATRIX = List.of("{}", "{kind: Deployment}", "{kind: Deployment, hostNetwork: true}",
            "{kind: Deployment, nodeSelector: null}",
            "{dryRun: true, leaderElection: {enabled: false}}", "{shadow: true}",
            "{kind: Deployment, replicas: 3, hostNetwork: true, priorityClassName: '', nodeSelector: {a: b}, tolerations: []}",
            "{kind: Deployment, topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway}]}",
            "{dnsPolicy: None, dnsConfig: {nameservers: [168.63.129.16]}, kubernetesApi: {host: 10.240.0.4, port: 8443}}",
            "{hostNetwork: false, networkPolicy: {ingressFrom: [{podSelector: {}}], extraEgress: [{ports: [{port: 8080}]}]}}",
            "{cloudConfig: {secretName: '', configMapName: azure}, workloadIdentity: {clientId: a, tenantId: b, projectToken: false}}",
            "{cloudConfig: {secretName: '', hostPath: /etc/kubernetes/azure.json}, podSecurityContext: {runAsUser: 0}}",
            "{workloadIdentity: {clientId: a, tenantId: b}, caBundle: {configMapName: ca}}",
            "{caBundle: {secretName: ca, key: all.pem}, tls: {secretName: tls}, image: {digest: 'sha256:"
                    + "a".repeat(64) + "'}}",
            "{settings: {budget: {read-share: 0.5}}, springConfig: {logging: {level: {root: DEBUG}}}, profiles: [usgov, debug]}",
            "{flags: {cloud-config-secret-name: azure}, extraArgs: [--v=4], fullnameOverride: x}",
            "{podLabels: {a: b}, podAnnotations: {c: d}, serviceAccount: {name: sa, annotations: {e: f}}}",
            "{env: [{name: A, value: B}], envFrom: [{secretRef: {name: x}}], imagePullSecrets: [{name: pull}]}",
            "{extraVolumes: [{name: v, emptyDir: {}}], extraVolumeMounts: [{name: v, mountPath: /v}], affinity: {nodeAffinity: {}}}",
            "{doctor: {enabled: true}}",
            "{doctor: {enabled: true}, flags: {cloud-config-secret-name: azure}, settings: {orphans: {grace: 1h}}, waitForLeases: [], workloadIdentity: {clientId: a, tenantId: b}, "
                    + "cloudConfig: {secretName: '', hostPath: /etc/kubernetes/azure.json}, extraArgs: [--v=4], hostNetwork: true, affinity: {nodeAffinity: {}}}",
            "{waitForLeases: []}", "{healthPort: 0}", "{leaderElection: {mode: configmap}}",
            "{waitForLeases: [kube-system/cloud-controller-manager, other/azure, kube-system/azure]}",
            "{nameOverride: ccm, commonLabels: {team: x, a: b}, commonAnnotations: {c: d}, podLabels: {a: own}, podAnnotations: {c: own}, doctor: {enabled: true}}",
            "{serviceAccount: {create: false, name: mine}, rbac: {create: false}, doctor: {enabled: true}, startupProbe: {failureThreshold: 90}, livenessProbe: {initialDelaySeconds: 5}, readinessProbe: {timeoutSeconds: 9}}",
            "{record: {enabled: false, size: 1Gi}}",
            "{updateStrategy: {type: OnDelete}, podDisruptionBudget: {enabled: false}}",
            "{kind: Deployment, updateStrategy: {type: Recreate}}",
            "{service: {enabled: false}, networkPolicy: {enabled: false}}",
            "{monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true, labels: {a: b}, scrapeTimeout: 10s, relabelings: [{targetLabel: cluster, replacement: blue}], metricRelabelings: [{action: drop, sourceLabels: [le]}], serviceAccount: {name: prometheus-k8s}, token: {secretName: x}}, alerts: {enabled: true}, "
                    + "dashboard: {enabled: true, annotations: {folder: Azure}}}, tls: {secretName: tls}}");
    static final List<String> OWN = List.of("node-controller {agent: {enabled: true}}",
            "node-controller {agent: {enabled: true, serviceAccount: {create: false, name: mine}}, commonLabels: {team: x}, rbac: {create: false}}",
            "node-controller {agent: {enabled: true, probeProxy: {enabled: true, port: 10400, targetPort: 10257}}}",
            "node-controller {agent: {enabled: true, restrictToOwnNode: false, flags: {wait-routes: true}, env: [{name: A, value: B}], podLabels: {a: b}, updateStrategy: {type: OnDelete}}, "
                    + "settings: {orphans: {grace: 1h}}, caBundle: {configMapName: ca}, dryRun: true}",
            "service-controller {resourceLease: true}",
            "service-controller {admission: {mode: Deny, basicLoadBalancers: true, sharedProbe: true}}",
            "service-controller {settings: {draining: {out-of-service: true, cluster-autoscaler: 2m}}}",
            "service-controller {admission: {mode: Warn}}", "route-controller {flags: {cluster-cidr: 10.244.0.0/16}}");

    public static Stream<Arguments> matrix() {
        Stream<Arguments> shared = Charts.ALL.stream()
                .flatMap(chart -> MATRIX.stream().map(values -> Arguments.of(chart, values)));
        Stream<Arguments> own = OWN.stream().map(each -> Arguments.of((Object[]) each.split(" ", 2)));
        return Stream.concat(shared, own);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void objectsAreWhatAKubernetesApiTakes(String chart, String values) {
        RenderedChart rendered = RenderedChart.with(chart, values);

        assertThat(rendered.objects()).extracting(KubernetesSchema::problem).containsOnly("");
        assertThat(rendered.objects()).extracting(object -> object.path("kind") + "/" + object.at("/metadata/name"))
                .doesNotHaveDuplicates();
        assertThat(rendered.objects()).allSatisfy(object -> {
            assertThat(object.at("/metadata/name").asText()).matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
            assertThat(object.at("/metadata/labels/app.kubernetes.io~1part-of").asText())
                    .isEqualTo("azure-cloud-controllers");
            assertThat(object.at("/metadata/namespace").asText("kube-system")).isEqualTo("kube-system");
        });
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void objectsFitTogether(String chart, String values) {
        RenderedChart rendered = RenderedChart.with(chart, values);
        Set<String> roles = new LinkedHashSet<>(
                List.of("ClusterRole system:auth-delegator", "Role extension-apiserver-authentication-reader"));
        Set<String> accounts = new LinkedHashSet<>(List.of("monitoring/prometheus-k8s", "kube-system/mine"));
        rendered.objects().forEach(object -> {
            String name = object.at("/metadata/name").asText();
            switch (object.path("kind").asText()) {
                case "Role", "ClusterRole" -> roles.add(object.path("kind").asText() + " " + name);
                case "ServiceAccount" -> accounts.add("kube-system/" + name);
                default -> {
                    // Nothing refers to the others.
                }
            }
        });
        for (String kind : List.of("RoleBinding", "ClusterRoleBinding")) {
            assertThat(rendered.all(kind)).allSatisfy(binding -> {
                assertThat(roles).contains(
                        binding.at("/roleRef/kind").asText() + " " + binding.at("/roleRef/name").asText());
                assertThat(accounts).contains(binding.at("/subjects/0/namespace").asText() + "/"
                        + binding.at("/subjects/0/name").asText());
            });
        }
        rendered.workloads().forEach(workload -> {
            JsonNode template = workload.at("/spec/template");
            assertThat(accounts).contains("kube-system/" + template.at("/spec/serviceAccountName").asText());
            assertThat(selects(workload.at("/spec/selector/matchLabels"), template)).isTrue();
            container(template);
        });
        JsonNode template = rendered.workload().at("/spec/template");
        for (String selector : List.of("Service/spec/selector", "PodDisruptionBudget/spec/selector/matchLabels",
                "NetworkPolicy/spec/podSelector/matchLabels")) {
            String kind = selector.substring(0, selector.indexOf('/'));
            assertThat(rendered.all(kind)).allSatisfy(
                    object -> assertThat(selects(object.at(selector.substring(kind.length())), template)).isTrue());
        }
    }

    private static void container(JsonNode template) {
        JsonNode container = template.at("/spec/containers/0");
        List<String> volumes = stream(template.at("/spec/volumes")).map(volume -> volume.path("name").asText())
                .toList();
        assertThat(volumes).doesNotHaveDuplicates();
        assertThat(stream(container.path("volumeMounts")).map(mount -> mount.path("name").asText()))
                .containsExactlyInAnyOrderElementsOf(volumes);
        assertThat(stream(container.path("volumeMounts")).map(mount -> mount.path("mountPath").asText()))
                .doesNotHaveDuplicates();
        assertThat(stream(container.path("env")).map(variable -> variable.path("name").asText()))
                .doesNotHaveDuplicates();
        assertThat(texts(container.path("args"))).doesNotHaveDuplicates().allMatch(arg -> arg.startsWith("--"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void containersMayDoNothingOnTheirNode(String chart, String values) {
        RenderedChart.with(chart, values).workloads().forEach(workload -> {
            JsonNode pod = workload.at("/spec/template/spec");
            JsonNode own = pod.at("/containers/0/securityContext");
            assertThat(own).isEqualTo(
                    tree("""
                            {"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true, "capabilities": {"drop": ["ALL"]}}"""));
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            assertThat(pod.at("/containers/0/resources/requests").properties()).hasSize(2);
            assertThat(pod.at("/containers/0/resources/limits/memory").asText()).endsWith("Mi");
            for (String dangerous : List.of("hostPID", "hostIPC", "shareProcessNamespace")) {
                assertThat(pod.has(dangerous)).isFalse();
            }
        });
    }

    @Test
    void theMatrixSetsEveryValueOfTheChartsAwayFromItsDefault() {
        Set<String> set = new LinkedHashSet<>();
        MATRIX.forEach(values -> leaves("", tree(values), set));
        OWN.forEach(values -> leaves("", tree(values.substring(values.indexOf(' '))), set));
        Set<String> unset = new LinkedHashSet<>();
        Charts.ALL.forEach(chart -> ValueRow.of(chart)
                .stream()
                .map(ValueRow::key)
                .filter(key -> set.stream().noneMatch(path -> path.equals(key) || path.startsWith(key + ".")))
                .forEach(unset::add));
        // Plain texts and numbers that are handed on as they are, which other tests set.
        assertThat(unset).containsExactlyInAnyOrder("image.registry", "image.repository", "image.tag",
                "image.pullPolicy",
                "revisionHistoryLimit", "terminationGracePeriodSeconds", "cloudConfig.key",
                "leaderElection.resourceName", "leaderElection.leaseDuration", "leaderElection.renewDeadline",
                "leaderElection.retryPeriod", "port", "javaOptions", "resources", "securityContext",
                "podDisruptionBudget.maxUnavailable", "networkPolicy.egressPorts", "service.annotations",
                "monitoring.serviceMonitor.interval", "monitoring.serviceMonitor.insecureSkipVerify",
                "monitoring.serviceMonitor.serviceAccount.namespace", "monitoring.serviceMonitor.token.key",
                "monitoring.serviceMonitor.caKey", "monitoring.serviceMonitor.serverName",
                "monitoring.alerts.labels", "monitoring.alerts.runbookBase", "monitoring.dashboard.labels",
                "agent.javaOptions", "agent.resources", "agent.terminationGracePeriodSeconds",
                "agent.priorityClassName", "agent.nodeSelector", "agent.tolerations", "agent.podAnnotations");
    }

    private static void leaves(String path, JsonNode node, Set<String> into) {
        if (!path.isEmpty())
            into.add(path);
        node.properties()
                .forEach(entry -> leaves(path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                        entry.getValue(), into));
    }

    private static boolean selects(JsonNode selector, JsonNode template) {
        return !selector.isEmpty() && selector.properties()
                .stream()
                .allMatch(label -> template.at("/metadata/labels")
                        .path(label.getKey())
                        .equals(label.getValue()));
    }

    private static JsonNode tree(String yaml) {
        try {
            return Charts.YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
