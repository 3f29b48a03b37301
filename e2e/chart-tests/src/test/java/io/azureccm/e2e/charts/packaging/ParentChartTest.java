package io.azureccm.e2e.charts.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One release of all controllers is the same as three releases with the same values. */
class ParentChartTest {
    private static final String CIDR = "flags: {cluster-cidr: 10.244.0.0/16}";

    /** Templates of one chart would otherwise take the place of those of another: their names are shared in a release. */
    @ParameterizedTest
    @ValueSource(strings = {"", "dryRun: true", "shadow: true", "kind: Deployment, replicas: 3, hostNetwork: true",
            "cloudConfig: {secretName: '', hostPath: /etc/kubernetes/azure.json}, image: {tag: '2', pullPolicy: Always}",
            "workloadIdentity: {clientId: a}, caBundle: {configMapName: ca}, imagePullSecrets: [{name: pull}]",
            "settings: {orphans: {grace: 1h}}, springConfig: {c: d}, profiles: [usgov], podLabels: {e: f}, podAnnotations: {g: h}",
            "kubernetesApi: {host: api.example.com}, dnsPolicy: None, dnsConfig: {nameservers: [168.63.129.16]}",
            "tolerations: [], nodeSelector: {a: b}, priorityClassName: high, updateStrategy: {type: OnDelete}",
            "kind: Deployment, podDisruptionBudget: {enabled: false}, topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule}]",
            "kind: Deployment, hostNetwork: false, port: 10300, resources: {limits: {memory: 1Gi}}, javaOptions: -Xmx1g, env: [{name: A, value: B}], leaderElection: {leaseDuration: 1m}",
            "serviceAccount: {create: false, name: one}, rbac: {create: false}, commonLabels: {a: b}, commonAnnotations: {c: d}, readinessProbe: {periodSeconds: 9}",
            "networkPolicy: {enabled: false}, monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true}, alerts: {enabled: true}, dashboard: {enabled: true}}"})
    void valuesForAllReachEachChartInPlaceOfItsOwn(String values) {
        String all = values.isEmpty() ? CIDR : CIDR + ", " + values;
        RenderedChart parent = parent("{" + all + "}", "");

        assertThat(parent.objects()).containsExactlyInAnyOrderElementsOf(
                Charts.ALL.stream()
                        .flatMap(chart -> RenderedChart.with(chart, "{" + all + "}").objects().stream())
                        .toList());
    }

    /** A chart can be told the same by a parent of somebody else. */
    @Test
    void aChartTakesThemByItself() {
        for (String chart : Charts.ALL) {
            assertThat(RenderedChart.with(chart, "{dryRun: true, global: {azure: {dryRun: false, flags: {v: 4}}}}")
                    .objects())
                    .isEqualTo(RenderedChart.with(chart, "{flags: {v: 4}}").objects());
        }
    }

    @Test
    void valuesOfOneChartReachThatOne() {
        RenderedChart rendered = parent("{" + CIDR + "}",
                "node-controller: {agent: {enabled: true}}, route-controller: {port: 12345}");

        assertThat(rendered.named("DaemonSet", "azure-node-controller-agent")).isNotNull();
        assertThat(rendered.named("DaemonSet", "azure-route-controller")
                .at("/spec/template/spec/containers/0/ports/0/containerPort")
                .asInt())
                .isEqualTo(12345);
    }

    @ParameterizedTest
    @ValueSource(strings = {"node-controller", "service-controller", "route-controller"})
    void aControllerCanBeLeftOut(String chart) {
        RenderedChart rendered = parent("{" + CIDR + "}", "controllers: {" + chart + ": false}");

        assertThat(rendered.all("DaemonSet")).extracting(each -> each.at("/metadata/name").asText())
                .hasSize(2)
                .doesNotContain("azure-" + chart);
        assertThat(rendered.text()).doesNotContain("azure-" + chart);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {} | | global.azure.flags.cluster-cidr: the route-controller needs the range of pod addresses
            {dryrun: true} | | additional properties 'dryrun' not allowed
            {global: {}} | | '/global/azure/global': false schema
            {agent: {enabled: true}} | | additional properties 'agent' not allowed
            {flags: {cluster-cidr: a}, fullnameOverride: x} | | global.azure.fullnameOverride: the controllers cannot share it: set fullnameOverride of each chart
            {flags: {cluster-cidr: a}, leaderElection: {resourceName: x}} | | global.azure.leaderElection.resourceName: the controllers cannot share it
            {flags: {cluster-cidr: a}, hostNetwork: true, port: 1} | | global.azure.port: the controllers cannot share it
            {flags: {cluster-cidr: a}, serviceAccount: {name: x}} | | global.azure.serviceAccount.name: the controllers cannot share it
            {dryRun: maybe} | | '/global/azure/dryRun': got string, want boolean
            {flags: {cluster-cidr: a}, image: {registry: ''}} | | image.registry: there is no published image
            {flags: {cluster-cidr: a}} | node-controller: {prot: 1} | additional properties 'prot' not allowed
            {flags: {cluster-cidr: a}} | service-controllers: {port: 1} | additional properties 'service-controllers' not allowed
            {flags: {cluster-cidr: a}} | controllers: {routes: false} | additional properties 'routes' not allowed
            """)
    void aWrongValueIsRefused(String all, String own, String message) {
        assertThatThrownBy(() -> parent(all, own == null ? "" : own)).hasMessageContaining(message);
    }

    @Test
    void withoutTheRouteControllerNoRangeIsNeeded() {
        assertThat(parent("{}", "controllers: {route-controller: false}").all("DaemonSet")).hasSize(2);
        assertThat(parent("{}", "route-controller: {" + CIDR + "}").all("DaemonSet")).hasSize(3);
    }

    @Test
    void lintFindsNothing() {
        LintResult result = new Helm(Charts.folder(Charts.PARENT)).lint().strict().call();

        assertThat(result.isFailed()).as(String.join("\n", result.getMessages())).isFalse();
    }

    /** Links, not copies: a checkout can be installed, and there is nothing to keep in step. */
    @Test
    void itsChartsAreThoseBesideItInTheirVersions() throws IOException {
        JsonNode dependencies = Charts.yaml(Charts.PARENT, "Chart.yaml").path("dependencies");

        assertThat(dependencies).extracting(each -> each.path("name").asText()).containsExactlyElementsOf(Charts.ALL);
        for (JsonNode dependency : dependencies) {
            String name = dependency.path("name").asText();
            assertThat(dependency.path("version").asText())
                    .isEqualTo(Charts.yaml(name, "Chart.yaml").path("version").asText());
            assertThat(dependency.path("repository").asText()).isEqualTo("file://../" + name);
            assertThat(
                    Files.isSameFile(Charts.folder(Charts.PARENT).resolve("charts").resolve(name), Charts.folder(name)))
                    .isTrue();
        }
        assertThat(Charts.yaml(Charts.PARENT, "Chart.yaml").path("appVersion"))
                .isEqualTo(Charts.yaml("node-controller", "Chart.yaml").path("appVersion"));
    }

    /** Helm renders templates in an order of its own. */
    @Test
    void everyTemplateBeginsWithTheValuesForAll() {
        for (String chart : Charts.ALL) {
            assertThat(Charts.templates(chart)).allSatisfy((name, text) -> {
                if (!name.endsWith(".tpl"))
                    assertThat(text).as(chart + " " + name)
                            .matches("(?s)\\{\\{-? include \"controller.globals\" \\. -}}\n.*");
            });
        }
    }

    private static RenderedChart parent(String all, String own) {
        String registry = all.contains("registry") ? "" : "image: {registry: " + Charts.REGISTRY + "}";
        return RenderedChart.plain(Charts.PARENT,
                "{global: {azure: " + merged(all, registry) + "}" + (own.isEmpty() ? "" : ", " + own) + "}");
    }

    private static String merged(String all, String image) {
        if (image.isEmpty())
            return all;
        if (all.contains("image: {"))
            return all.replace("image: {", "image: {registry: " + Charts.REGISTRY + ", ");
        return all.equals("{}") ? "{" + image + "}" : "{" + image + ", " + all.substring(1);
    }
}
