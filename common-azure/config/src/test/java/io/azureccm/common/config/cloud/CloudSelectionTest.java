package io.azureccm.common.config.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.azureccm.common.config.arm.EndpointConfig;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloudSelectionTest {

    private static final String METADATA = """
            [{"name": "Edge", "resourceManager": "https://arm.edge.example", "authentication":
               {"audiences": ["https://aud.edge.example", "other"], "loginEndpoint": "https://login.edge.example"},
              "suffixes": {"acrLoginServer": "acr.edge.example", "storage": "store.edge.example"}},
             {"name": "AzurePublicCloud", "authentication": {"audiences": ["https://aud.public.example"]}}]
            """;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"'', AzurePublicCloud", "AzureCloud, AzurePublicCloud", "azurepubliccloud, AzurePublicCloud",
            "' AZURECHINACLOUD ', AzureChinaCloud", "AzureUSGovernment, AzureUSGovernmentCloud",
            "AzureUSGovernmentCloud, AzureUSGovernmentCloud"})
    void namesAreLookedUpInTheTable(String name, String cloud) throws InterruptedException {
        assertThat(select(name, "", url -> fail("no metadata wanted")).orThrow().name()).isEqualTo(cloud);
    }

    @Test
    void theTableHasTheEndpointsOfEachCloud() {
        assertThat(AzureCloud.PUBLIC.tokenScope()).isEqualTo("https://management.azure.com//.default");
        assertThat(AzureCloud.PUBLIC.keyVaultDns()).isEqualTo("vault.azure.net");
        assertThat(AzureCloud.CHINA.authorityHost()).isEqualTo("https://login.chinacloudapi.cn/");
        assertThat(AzureCloud.CHINA.keyVaultDns()).isEqualTo("vault.azure.cn");
        assertThat(AzureCloud.US_GOVERNMENT.resourceManagerEndpoint())
                .isEqualTo("https://management.usgovcloudapi.net/");
        assertThat(AzureCloud.US_GOVERNMENT.keyVaultDns()).isEqualTo("vault.usgovcloudapi.net");
        assertThat(AzureCloud.PUBLIC.publicAuthority()).isTrue();
        assertThat(AzureCloud.CHINA.publicAuthority()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"https://arm.example", "https://arm.example/"})
    void metadataIsAskedForOnce(String endpoint) throws InterruptedException {
        List<URI> asked = new ArrayList<>();

        select("edge", endpoint, url -> {
            asked.add(url);
            return bytes(METADATA);
        });

        assertThat(asked).containsExactly(URI.create("https://arm.example/metadata/endpoints?api-version=2019-05-01"));
    }

    @Test
    void metadataOfTheNamedCloudWins() throws InterruptedException {
        AzureCloud cloud = select("EDGE", "https://arm.example", url -> bytes(METADATA)).orThrow();

        assertThat(cloud).isEqualTo(new AzureCloud("Edge", "https://arm.edge.example/", "https://login.edge.example/",
                "https://aud.edge.example", "vault.azure.net"));
    }

    @Test
    void withoutACloudNameTheFirstOneOfTheMetadataIsTaken() throws InterruptedException {
        assertThat(select("", "https://arm.example", url -> bytes(METADATA)).orThrow().name()).isEqualTo("Edge");
    }

    @Test
    void whatMetadataLeavesOutStaysAsConfiguredOrAsInTheTable() throws InterruptedException {
        AzureCloud cloud = select("AzurePublicCloud", "https://arm.example", url -> bytes(METADATA)).orThrow();

        assertThat(cloud.resourceManagerEndpoint()).isEqualTo("https://arm.example/");
        assertThat(cloud.tokenAudience()).isEqualTo("https://aud.public.example");
        assertThat(cloud.authorityHost()).isEqualTo("https://login.microsoftonline.com/");
        assertThat(AzureCloud.PUBLIC.resourceManagerEndpoint()).isEqualTo("https://management.azure.com/");
    }

    @Test
    void metadataWithoutTheCloudIsAWarningThatNamesThoseItHas() throws InterruptedException {
        SelectedCloud selected = select("AzureChinaCloud", "https://arm.example", url -> bytes(METADATA));

        assertThat(selected.orThrow()).isEqualTo(AzureCloud.CHINA);
        assertThat(selected.problems()).singleElement().satisfies(p -> {
            assertThat(p.severity()).isEqualTo(Severity.WARNING);
            assertThat(p.text()).contains("knows no cloud \"AzureChinaCloud\", only [Edge, AzurePublicCloud]");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{"name": "Edge", "authentication": {"audiences": []}}]| names no token audience for the cloud "Edge"
            [{"name": "Edge"}]| names no token audience for the cloud "Edge"
            {"name": "Edge"}| the response is not a JSON array of clouds
            <html>| the response is not JSON
            [{"name": "Edge", "authentication": {"audiences": ["a"], "loginEndpoint": "http://login"}}]| http://login/ does not use https
            """)
    void unusableMetadataIsAnError(String body, String message) throws InterruptedException {
        assertThat(errors(select("edge", "https://arm.example", url -> bytes(body)))).singleElement()
                .asString()
                .contains(message);
    }

    @Test
    void unreachableMetadataIsAnErrorWithTheCause() throws InterruptedException {
        assertThat(errors(select("", "https://arm.example", url -> {
            throw new IOException("connection refused");
        }))).containsExactly("azure.json: resourceManagerEndpoint: cannot read the clouds at "
                + "https://arm.example/metadata/endpoints?api-version=2019-05-01: connection refused");
    }

    @Test
    void azureStackTakesItsEnvironmentFileOverMetadata() throws IOException, InterruptedException {
        Path file = file(
                """
                        {"resourceManagerEndpoint": "https://arm.stack", "tokenAudience": "aud", "activeDirectoryEndpoint":
                         "https://login.stack/adfs", "keyVaultDNSSuffix": "vault.stack"}
                        """);

        AzureCloud cloud = stack(file, "").orThrow();

        assertThat(cloud.resourceManagerEndpoint()).isEqualTo("https://arm.stack/");
        assertThat(cloud.tokenScope()).isEqualTo("aud/.default");
        assertThat(cloud.authorityHost()).isEqualTo("https://login.stack/adfs/");
        assertThat(cloud.keyVaultDns()).isEqualTo("vault.stack");
    }

    @Test
    void halfAnArmEndpointInTheFileIsAWarning() throws IOException, InterruptedException {
        SelectedCloud selected = stack(file("{\"resourceManagerEndpoint\": \"https://arm.stack\"}"), "");

        assertThat(selected.orThrow().resourceManagerEndpoint()).isEqualTo(AzureCloud.PUBLIC.resourceManagerEndpoint());
        assertThat(selected.problems()).singleElement().extracting(ConfigProblem::severity).isEqualTo(Severity.WARNING);
    }

    @Test
    void azureStackWithoutAnyEndpointIsAnError() throws IOException, InterruptedException {
        assertThat(errors(select("AzureStackCloud", "", url -> bytes("[]")))).singleElement()
                .asString()
                .contains("expected resourceManagerEndpoint or the environment variable AZURE_ENVIRONMENT_FILEPATH");
        assertThat(errors(stack(directory.resolve("none.json"), ""))).singleElement()
                .asString()
                .contains("none.json, which does not exist");
        assertThat(errors(stack(file("[]"), ""))).singleElement().asString().contains("it is not a JSON object");
    }

    @Test
    void otherCloudsDoNotLookAtTheFile() throws InterruptedException {
        SelectedCloud selected = CloudSelection.select(new EndpointConfig("AzureCloud", "", false, "", false),
                "azure.json",
                Map.of("AZURE_ENVIRONMENT_FILEPATH", "/nowhere"), url -> bytes("[]"));

        assertThat(selected.orThrow()).isEqualTo(AzureCloud.PUBLIC);
    }

    @Test
    void azureStackBehaviourCanBeSwitchedOffWithoutLosingItsEndpoints() {
        assertThat(new EndpointConfig("azurestackcloud", "", false, "", false).azureStackBehaviour()).isTrue();
        assertThat(new EndpointConfig("azurestackcloud", "", true, "", false).azureStackBehaviour()).isFalse();
        assertThat(new EndpointConfig("azurestackcloud", "", true, "", false).namesAzureStack()).isTrue();
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("environment.json"), content);
    }

    private static SelectedCloud stack(Path file, String endpoint) throws InterruptedException {
        return CloudSelection.select(new EndpointConfig("AzureStackCloud", endpoint, false, "", false), "azure.json",
                Map.of("AZURE_ENVIRONMENT_FILEPATH", file.toString()), url -> bytes("[]"));
    }

    private static SelectedCloud select(String name, String endpoint, CloudMetadataReader reader)
            throws InterruptedException {
        return CloudSelection.select(new EndpointConfig(name, endpoint, false, "", false), "azure.json", Map.of(),
                reader);
    }

    private static List<String> errors(SelectedCloud selected) {
        assertThat(selected.cloud()).isEmpty();
        return selected.problems().stream().filter(ConfigProblem::isError).map(ConfigProblem::text).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
