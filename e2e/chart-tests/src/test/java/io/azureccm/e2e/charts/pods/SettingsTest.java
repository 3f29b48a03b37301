package io.azureccm.e2e.charts.pods;

import static io.azureccm.e2e.charts.RenderedChart.stream;
import static io.azureccm.e2e.charts.RenderedChart.variable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** How settings, profiles, certificates and identities get into the process. */
class SettingsTest {
    static final List<String> CHARTS = Charts.ALL;

    @ParameterizedTest
    @FieldSource("CHARTS")
    void settingsAndFurtherConfigurationBecomeOneFileThatSpringReads(String chart) throws IOException {
        RenderedChart rendered = RenderedChart.with(chart, """
                settings: {budget: {reserve: 0.3}}
                springConfig: {logging: {level: {root: DEBUG}}, azureccm: {agent: {node-name: x}}}
                """);
        JsonNode file = Charts.YAML.readTree(rendered.only("ConfigMap").at("/data/application.yml").asText());

        assertThat(file).isEqualTo(Charts.YAML.readTree("""
                azureccm: {budget: {reserve: 0.3}, agent: {node-name: x}}
                logging: {level: {root: DEBUG}}
                """));
        assertThat(variable(rendered.container(), "SPRING_CONFIG_ADDITIONAL_LOCATION"))
                .isEqualTo("file:/etc/azureccm/");
        assertThat(mount(rendered, "configuration")).isEqualTo("/etc/azureccm");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void otherSettingsMakeOtherPods(String chart) {
        String with = checksum(RenderedChart.with(chart, "{settings: {orphans: {grace: 1h}}}"));

        assertThat(with).isNotEmpty()
                .isEqualTo(checksum(RenderedChart.with(chart, "{settings: {orphans: {grace: 1h}}}")));
        assertThat(checksum(RenderedChart.with(chart, "{settings: {orphans: {grace: 2h}}}"))).isNotEmpty()
                .isNotEqualTo(with);
        assertThat(RenderedChart.of(chart).all("ConfigMap")).isEmpty();
        assertThat(checksum(RenderedChart.of(chart))).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void profilesAreHandedOn(String chart) {
        assertThat(variable(RenderedChart.with(chart, "{profiles: [usgov, debug]}").container(),
                "SPRING_PROFILES_ACTIVE")).isEqualTo("usgov,debug");
        assertThat(variable(RenderedChart.of(chart).container(), "SPRING_PROFILES_ACTIVE")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"configMapName,/configMap/name", "secretName,/secret/secretName"})
    void certificateAuthoritiesAreTrusted(String value, String path) {
        for (String chart : Charts.ALL) {
            RenderedChart rendered = RenderedChart.with(chart, "{caBundle: {" + value + ": mine, key: all.pem}}");

            assertThat(variable(rendered.container(), "SSL_CERT_FILE"))
                    .isEqualTo(mount(rendered, "ca-bundle") + "/all.pem");
            assertThat(volume(rendered, "ca-bundle").at(path).asText()).isEqualTo("mine");
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void workloadIdentityCanBeLeftToItsWebhook(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{workloadIdentity: {clientId: c1, tenantId: t1, projectToken: false}}");

        assertThat(rendered.workload()
                .at("/spec/template/metadata/labels/azure.workload.identity~1use")
                .asText()).isEqualTo("true");
        JsonNode annotations = rendered.only("ServiceAccount").at("/metadata/annotations");
        assertThat(annotations.path("azure.workload.identity/client-id").asText()).isEqualTo("c1");
        assertThat(annotations.path("azure.workload.identity/tenant-id").asText()).isEqualTo("t1");
        assertThat(rendered.container().toString()).doesNotContain("AZURE_");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void workloadIdentityGoesWithoutAWebhook(String chart) {
        RenderedChart rendered = RenderedChart.with(chart,
                "{workloadIdentity: {clientId: c1, tenantId: t1}}");
        JsonNode container = rendered.container();
        JsonNode token = volume(rendered, "azure-identity-token").at("/projected/sources/0/serviceAccountToken");

        assertThat(variable(container, "AZURE_CLIENT_ID")).isEqualTo("c1");
        assertThat(variable(container, "AZURE_TENANT_ID")).isEqualTo("t1");
        assertThat(variable(container, "AZURE_FEDERATED_TOKEN_FILE"))
                .isEqualTo(mount(rendered, "azure-identity-token") + "/" + token.path("path").asText());
        assertThat(token.path("audience").asText()).isEqualTo("api://AzureADTokenExchange");
        assertThat(rendered.workload().toString()).doesNotContain("azure.workload.identity/use");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void thePortHasTheCertificateThatItIsGiven(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, "{tls: {secretName: mine}}");

        assertThat(rendered.args()).contains("--tls-cert-file=" + mount(rendered, "tls") + "/tls.crt",
                "--tls-private-key-file=" + mount(rendered, "tls") + "/tls.key");
        assertThat(volume(rendered, "tls").at("/secret/secretName").asText()).isEqualTo("mine");
        assertThat(RenderedChart.of(chart).args()).noneMatch(arg -> arg.startsWith("--tls-"));
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aSecretThatTheControllerReadsItselfIsTheOnlyOneItMayRead(String chart) {
        JsonNode role = RenderedChart
                .with(chart,
                        "{flags: {cloud-config-secret-name: azure, cloud-config-secret-namespace: clouds}}")
                .named("Role", "azure-" + chart + "-cloud-config");

        assertThat(role.at("/metadata/namespace").asText()).isEqualTo("clouds");
        assertThat(role.path("rules").toString()).isEqualTo(
                "[{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"resourceNames\":[\"azure\"],\"verbs\":[\"get\"]}]");
        assertThat(RenderedChart.of(chart).text()).doesNotContain("resources: [secrets]");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theLastTurnsAreRecordedInAVolumeWithRoomToSpare(String chart) {
        RenderedChart rendered = RenderedChart.with(chart, "{record: {size: 12Mi}}");

        assertThat(variable(rendered.container(), "AZURECCM_RECORD_FOLDER")).isEqualTo(mount(rendered, "record"))
                .isEqualTo("/var/run/azureccm/record");
        assertThat(variable(rendered.container(), "AZURECCM_RECORD_SIZE")).isEqualTo("12MB");
        assertThat(volume(rendered, "record").at("/emptyDir/sizeLimit").asText()).isEqualTo("24Mi");
        RenderedChart without = RenderedChart.with(chart, "{record: {enabled: false}}");
        assertThat(without.container().toString()).doesNotContain("RECORD", "record");
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aDigestGoesBeforeATag(String chart) {
        String digest = "sha256:" + "0".repeat(64);
        assertThat(image(chart, "{image: {repository: a/b, tag: v1, digest: '" + digest + "'}}"))
                .isEqualTo("a/b@" + digest);
        assertThat(image(chart, "{image: {repository: a/b, tag: v1}}")).isEqualTo("a/b:v1");
        assertThat(image(chart, "{image: {repository: a/b}}"))
                .isEqualTo(
                        "a/b:" + Charts.yaml(chart, "Chart.yaml").path("appVersion").asText().toLowerCase(Locale.ROOT));
    }

    private static String image(String chart, String values) {
        return RenderedChart.with(chart, values).container().path("image").asText();
    }

    private static String checksum(RenderedChart chart) {
        return chart.workload().at("/spec/template/metadata/annotations/checksum~1configuration").asText();
    }

    private static String mount(RenderedChart chart, String name) {
        return stream(chart.container().path("volumeMounts")).filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .path("mountPath")
                .asText();
    }

    private static JsonNode volume(RenderedChart chart, String name) {
        return stream(chart.pod().path("volumes")).filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
