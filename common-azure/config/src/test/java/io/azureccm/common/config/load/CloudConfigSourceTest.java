package io.azureccm.common.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.CloudConfigOptions;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudConfigSourceTest {

    private static final SecretRef SECRET = new SecretRef("kube-system", "azure-cloud-provider", "cloud-config");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"file, from-file, eastus", "merge, from-secret, eastus", "'', from-secret, eastus",
            "secret, from-secret, ''",
            "SECRET, from-secret, ''"})
    void theTypeInTheFileDecidesWhichSourcesCount(String type, String tenant, String location) throws IOException {
        Path file = file("{cloudConfigType: '" + type + "', tenantId: from-file, location: eastus}");
        CloudConfig config = both(file.toString(), secret("tenantId: from-secret"))
                .load()
                .parsed()
                .orThrow();

        assertThat(config.identity().tenantId()).isEqualTo(tenant);
        assertThat(config.location()).isEqualTo(location);
    }

    @Test
    void theFlagsNameTheSources() throws IOException {
        Path file = file("tenantId: a");
        CloudConfigSource fromFile = CloudConfigSource
                .of(new CloudConfigOptions(file.toString(), "", "kube-system", "cloud-config", false), ref -> {
                    throw new IOException("no secret wanted");
                }, Map.of());
        CloudConfigSource fromSecret = CloudConfigSource.of(
                new CloudConfigOptions("", "azure-cloud-provider", "kube-system", "cloud-config", true),
                ref -> ref.equals(SECRET)
                        ? Optional.of("tenantId: b".getBytes(StandardCharsets.UTF_8))
                        : Optional.empty(),
                Map.of());

        assertThat(fromFile.load().parsed().orThrow().identity().tenantId()).isEqualTo("a");
        assertThat(fromFile.name()).isEqualTo(file.toString());
        assertThat(fromSecret.load().parsed().orThrow().identity().tenantId()).isEqualTo("b");
        assertThat(fromSecret.name()).isEqualTo("secret kube-system/azure-cloud-provider[cloud-config]");
    }

    @Test
    void aMissingFileOrSecretIsAnErrorThatNamesIt() throws IOException {
        String source = SECRET.source();
        assertThat(errors(CloudConfigSource.ofFile(directory.resolve("gone.json"), Map.of())))
                .containsExactly(
                        directory.resolve("gone.json") + ": does not exist; --cloud-config must name the azure.json");
        assertThat(errors(both("", ref -> Optional.empty())))
                .containsExactly(source + ": no data in secret");
        assertThat(errors(both("", secret(""))))
                .containsExactly(source + ": no data in secret");
        assertThat(errors(both("", ref -> {
            throw new IOException("forbidden");
        }))).containsExactly(source + ": cannot be read: forbidden");
        assertThat(errors(CloudConfigSource.ofFile(Files.write(directory.resolve("bin"), new byte[]{(byte) 0xff, 'a'}),
                Map.of())))
                .containsExactly(directory.resolve("bin") + ": is neither UTF-8 nor UTF-16 with a byte order mark");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
    void theTextMayBeginWithAByteOrderMark(String encoding) throws IOException {
        byte[] bytes = "\ufefftenantId: \u00fc\n".getBytes(Charset.forName(encoding));
        Path file = Files.write(directory.resolve("marked"), bytes);

        assertThat(CloudConfigSource.ofFile(file, Map.of()).load().parsed().orThrow().identity().tenantId())
                .isEqualTo("\u00fc");
        assertThat(both("", ref -> Optional.of(bytes)).load().parsed().orThrow().identity().tenantId())
                .isEqualTo("\u00fc");
    }

    @Test
    void aFileThatAsksForASecretNobodyNamedIsUsedWithAWarning() throws IOException {
        LoadedCloudConfig loaded = CloudConfigSource.ofFile(file("{cloudConfigType: secret, tenantId: a}"), Map.of())
                .load();

        assertThat(loaded.parsed().orThrow().identity().tenantId()).isEqualTo("a");
        assertThat(loaded.parsed().problems()).singleElement()
                .extracting(ConfigProblem::severity)
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void theFingerprintChangesWithTheContentsOnly() throws IOException {
        Path file = file("tenantId: a");
        CloudConfigSource source = CloudConfigSource.ofFile(file, Map.of());
        String first = source.load().fingerprint();

        file("tenantId: b");
        String second = source.load().fingerprint();
        file("tenantId: a");

        assertThat(second).isNotEqualTo(first);
        assertThat(source.load().fingerprint()).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SERVICE| {}| subscriptionId, resourceGroup, location, securityGroupName
            ROUTE| {}| subscriptionId, resourceGroup, location, routeTableName
            NODE| {}| subscriptionId, resourceGroup
            SERVICE| {subscriptionId: s, resourceGroup: g, location: l, securityGroupName: n}| ''
            ROUTE| {subscriptionId: s, resourceGroup: g, location: l, routeTableName: n}| ''
            NODE| {subscriptionId: s, resourceGroup: g}| ''
            SERVICE| {subscriptionId: s, resourceGroup: g, location: l, securityGroupName: n, loadBalancerBackendPoolConfigurationType: nodeIP, multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: v}]}| ''
            """)
    void eachAppNamesTheKeysItMissesAndThoseItCannotServe(App app, String document, String keys) {
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", document), Map.of()).orThrow();

        assertThat(String.join(", ",
                AppRequirements.check(app, config, "azure.json").stream().map(ConfigProblem::key).toList()))
                .isEqualTo(keys);
    }

    @Test
    void instanceOfAClassDoesNotShareSeveralLoadBalancers() {
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", """
                {subscriptionId: s, resourceGroup: g, location: l, securityGroupName: n,
                 loadBalancerBackendPoolConfigurationType: nodeIP,
                 multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: v}]}"""), Map.of()).orThrow();

        assertThat(AppRequirements.check(options("--load-balancer-class=example.com/azure"), config, "azure.json"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.isError()).isTrue())
                .extracting(ConfigProblem::key)
                .isEqualTo("multipleStandardLoadBalancerConfigurations");
        assertThat(AppRequirements.check(options(), config, "azure.json")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "prod/eu", "my cluster", "-a"})
    void clusterNameThatCannotNameTheLoadBalancerIsRefusedUnlessTheConfigNamesIt(String name) {
        String common = "{subscriptionId: s, resourceGroup: g, location: l, securityGroupName: n";
        ControllerOptions options = options("--cluster-name=" + name);

        assertThat(AppRequirements.check(options, config(common + "}"), "azure.json")).singleElement()
                .satisfies(problem -> assertThat(problem.isError()).isTrue())
                .extracting(ConfigProblem::key)
                .isEqualTo("--cluster-name");
        assertThat(AppRequirements.check(options, config(common + ", loadBalancerName: lb}"), "azure.json")).isEmpty();
        assertThat(AppRequirements.check(options("--cluster-name=prod-1.EU_2"), config(common + "}"), "azure.json"))
                .isEmpty();
    }

    private static CloudConfig config(String document) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", document), Map.of()).orThrow();
    }

    private static ControllerOptions options(String... flags) {
        List<String> all = new ArrayList<>(List.of("--cloud-config=azure.json"));
        all.addAll(List.of(flags));
        return ((FlagsOutcome.Run) ControllerFlags.parse(App.SERVICE, all)).options();
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("azure.json"), content);
    }

    /** The secret, over the file unless that has no name. */
    private static CloudConfigSource both(String file, SecretReader reader) {
        return CloudConfigSource.of(
                new CloudConfigOptions(file, SECRET.name(), SECRET.namespace(), SECRET.key(), true), reader, Map.of());
    }

    private static SecretReader secret(String content) {
        return ref -> Optional.of(content.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> errors(CloudConfigSource source) {
        return source.load()
                .parsed()
                .problems()
                .stream()
                .filter(ConfigProblem::isError)
                .map(ConfigProblem::text)
                .toList();
    }
}
