package io.azureccm.common.config.parse;

import static io.azureccm.common.config.parse.GivenDocument.accepted;
import static io.azureccm.common.config.parse.GivenDocument.errors;
import static io.azureccm.common.config.parse.GivenDocument.parse;
import static io.azureccm.common.config.parse.GivenDocument.texts;
import static io.azureccm.common.config.parse.GivenDocument.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudConfigParserTest {
    @ParameterizedTest
    @CsvSource({"y,true", "Y,true", "yes,true", "on,true", "'true',true", "n,false", "N,false", "no,false",
            "off,false"})
    void booleansOfYamlAreTaken(String written, boolean meaning) {
        assertThat(parse("useManagedIdentityExtension: true\ndisableOutboundSNAT: " + written).orThrow()
                .loadBalancer()
                .rules()
                .disableOutboundSnat()).isEqualTo(meaning);
    }

    @Test
    void allErrorsAreReportedAtOnce() {
        assertThat(errors("""
                vmType: vmms
                loadBalancerSku: premium
                useManagedIdentityExtension: "yes"
                routeUpdateIntervalInSeconds: soon
                """)).hasSize(4);
        assertThatThrownBy(() -> parse("vmType: vmms\nloadBalancerSku: premium").orThrow())
                .isInstanceOf(CloudConfigException.class)
                .hasMessageContaining("azure.json: vmType: value \"vmms\"")
                .hasMessageContaining("azure.json: loadBalancerSku: value \"premium\"");
    }

    @ParameterizedTest
    @CsvSource({"vmTpye, vmType", "resoureGroup, resourceGroup", "loadbalancerNmae, loadBalancerName",
            "routeTableCacheTTL, routeTableCacheTTLInSeconds", "tenant, tenantId"})
    void anUnknownKeyIsAWarningWithTheNearestOne(String written, String meant) {
        assertThat(warnings(written + ": x"))
                .containsExactly(
                        "azure.json: " + written + ": unknown key, it has no effect (did you mean \"" + meant + "\"?)");
    }

    @Test
    void anUnknownKeyFarFromAllIsAWarningWithoutGuess() {
        assertThat(warnings("somethingElseAltogether: x"))
                .containsExactly("azure.json: somethingElseAltogether: unknown key, it has no effect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"virtualMachineSizesRateLimit", "routesRateLimit", "snapshotsRateLimit"})
    void aKeyWithoutEffectIsNotOfferedForAnUnknownOne(String written) {
        assertThat(warnings(written + ": {}"))
                .containsExactly("azure.json: " + written + ": unknown key, it has no effect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "' '", "null", "{}", "[]"})
    void aKeyThatChangesNothingMayBeEmpty(String value) {
        assertThat(warnings("providerKeyName: " + value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cloudProviderBackoffMode", "routeRateLimit", "virtualMachineSizeRateLimit",
            "attachDetachDiskRateLimit", "privateDNSZoneGroupRateLimit", "providerVaultName"})
    void aKeyThatChangesNothingIsAWarningWithTheReason(String key) {
        assertThat(warnings(key + ": v2")).singleElement()
                .asString()
                .startsWith("azure.json: " + key + ": has no effect: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            disableAvailabilitySetNodes: true, vmType: standard| disableAvailabilitySetNodes: true requires vmType vmss, but vmType is standard
            disableOutboundSNAT: true, loadBalancerSku: basic| disableOutboundSNAT: true requires loadBalancerSku standard, but loadBalancerSku is basic
            auxiliaryTokenProvider: {vaultName: v, secretName: n, subscriptionID: s, resourceGroup: 'a/b'}| auxiliaryTokenProvider.resourceGroup: value "a/b" is not valid, expected a resource group name: up to 90 letters, digits, and . _ - ( ), not ending with a period
            auxiliaryTokenProvider: true| auxiliaryTokenProvider: value true is not valid, expected an object with subscriptionID, resourceGroup, vaultName and secretName
            multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x}]| multipleStandardLoadBalancerConfigurations: several load balancers require loadBalancerBackendPoolConfigurationType nodeIP, but it is nodeIPConfiguration
            loadBalancerBackendPoolConfigurationType: nodeIP, multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x}, {name: A, primaryVMSet: z}]| multipleStandardLoadBalancerConfigurations[1].name: "A" is already the name of an earlier entry
            loadBalancerBackendPoolConfigurationType: nodeIP, multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x}, {name: b, primaryVMSet: X}]| multipleStandardLoadBalancerConfigurations[1].primaryVMSet: "X" is already the primary set of an earlier entry
            loadBalancerBackendPoolConfigurationType: nodeIP, multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x}, {name: a-internal, primaryVMSet: z}]| multipleStandardLoadBalancerConfigurations[0].name: the internal load balancer of "a" would be named "a-internal", like another entry
            loadBalancerBackendPoolConfigurationType: nodeIP, multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x, nodeSelector: {matchExpressions: [{key: k, operator: Exists, values: [v]}]}}]| multipleStandardLoadBalancerConfigurations[0].nodeSelector.matchExpressions[0].values: operator Exists takes no values
            """)
    void keysThatDoNotFitEachOtherAreRefused(String document, String message) {
        assertThat(errors("{" + document + "}")).containsExactly("azure.json: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            enableVmssFlexNodes: true, vmType: vmssflex| enableVmssFlexNodes: only has an effect with vmType vmss, but vmType is vmssflex
            extendedLocationName: edge| extendedLocationName: has no effect without extendedLocationType
            aadClientCertPassword: longer| aadClientCertPassword: has no effect without aadClientCertPath
            resourceManagerEndpoint: 'http://arm.example.com'| resourceManagerEndpoint: is not https: access tokens are sent over https only
            loadBalancerSku: basic, multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x}]| multipleStandardLoadBalancerConfigurations: has no effect: several load balancers require loadBalancerSku standard
            loadBalancerBackendPoolUpdateMaxRetries: 0| loadBalancerBackendPoolUpdateMaxRetries: has no effect: a pool that could not be written is written again until it is correct, like all others
            routeUpdateWaitingInSeconds: -5| routeUpdateWaitingInSeconds: value -5 is negative, 0 is used
            tags: 'a=b,c,=d,e=f=g'| tags: "c" is ignored, expected name=value
            multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x, nodeSelecter: {}}], loadBalancerBackendPoolConfigurationType: nodeIP| multipleStandardLoadBalancerConfigurations[0].nodeSelecter: unknown key, it has no effect (did you mean "nodeSelector"?)
            """)
    void keysThatProbablyMeanSomethingElseAreWarnings(String document, String message) {
        assertThat(warnings("{" + document + "}")).contains("azure.json: " + message);
    }

    @Test
    void aBadValueCausesNoFurtherErrorsElsewhere() {
        assertThat(errors("""
                {vmType: vmms, disableAvailabilitySetNodes: true, loadBalancerBackendPoolConfigurationType: podIP,
                 multipleStandardLoadBalancerConfigurations: [{name: a, primaryVMSet: x}]}
                """)).hasSize(2);
    }

    @Test
    void environmentVariablesWinOverTheDocument() {
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", "{tenantId: a, aadClientId: b}"),
                Map.of("AZURE_TENANT_ID", "t", "AZURE_CLIENT_ID", "c", "AZURE_CLIENT_SECRET", "hush-hush",
                        "AZURE_FEDERATED_TOKEN_FILE", "/token", "AZURE_SUBSCRIPTION_ID", "ignored"))
                .orThrow();

        assertThat(config.identity().tenantId()).isEqualTo("t");
        assertThat(config.identity().credentials().clientId()).isEqualTo("c");
        assertThat(config.identity().credentials().clientSecret().reveal()).isEqualTo("hush-hush");
        assertThat(config.identity().credentials().federation().enabled()).isTrue();
        assertThat(config.identity().credentials().federation().tokenFile()).isEqualTo("/token");
        assertThat(config.subscriptionId()).isEmpty();
    }

    @Test
    void anEmptyEnvironmentVariableChangesNothing() {
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", "{tenantId: a}"),
                Map.of("AZURE_TENANT_ID", "", "AZURE_FEDERATED_TOKEN_FILE", "")).orThrow();

        assertThat(config.identity().tenantId()).isEqualTo("a");
        assertThat(config.identity().credentials().federation().enabled()).isFalse();
    }

    @Test
    void bothFormsOfClientRateLimitsAreReadAndInheritWhatTheyLeaveOut() {
        CloudConfig config = accepted("""
                cloudProviderRateLimit: true
                cloudProviderRateLimitQPS: 3
                cloudProviderRateLimitBucket: 10
                loadBalancerRateLimit: {cloudProviderRateLimitQPSWrite: 0.5}
                Entries:
                  routeTableRateLimit: {cloudProviderRateLimit: false}
                """);

        assertThat(config.arm().rateLimits().common()).isEqualTo(new RateLimit(true, 3, 10, 3, 10));
        assertThat(config.arm().rateLimits().of(RateLimitClient.LOAD_BALANCER))
                .isEqualTo(new RateLimit(true, 3, 10, 0.5, 10));
        assertThat(config.arm().rateLimits().of(RateLimitClient.ROUTE_TABLE)).isEqualTo(RateLimit.OFF);
        assertThat(config.arm().rateLimits().of(RateLimitClient.DISK)).isEqualTo(config.arm().rateLimits().common());
        assertThat(RateLimitClient.ofResourceType("microsoft.network/LoadBalancers/backendAddressPools"))
                .contains(RateLimitClient.LOAD_BALANCER);
    }

    @Test
    void clientLimitsWithoutAValueAreNone() {
        assertThat(accepted("{diskRateLimit: {}, subnetsRateLimit: {}, entries: {snapshotRateLimit: {}}}").arm()
                .rateLimits()
                .byClient()).isEmpty();
    }

    @Test
    void labelsOfASelectorAreNotHeldToTheRulesOfTags() {
        CloudConfig config = accepted("""
                loadBalancerBackendPoolConfigurationType: nodeIP
                multipleStandardLoadBalancerConfigurations:
                - {name: lb1, primaryVMSet: a, serviceLabelSelector: {matchLabels: {app.kubernetes.io/name: web}}}
                """);

        assertThat(config.loadBalancer().multiple().getFirst().serviceLabelSelector().orElseThrow().matchLabels())
                .containsExactly(Map.entry("app.kubernetes.io/name", "web"));
    }

    @Test
    void backoffDetailsCountOnlyWhenBackoffIsOn() {
        ParsedCloudConfig off = parse("{cloudProviderBackoffRetries: 9}");
        CloudConfig on = accepted("{cloudProviderBackoff: true, cloudProviderBackoffRetries: 9}");

        assertThat(off.orThrow().arm().backoff().retries()).isEqualTo(1);
        assertThat(texts(off, Severity.INFO)).containsExactly(
                "azure.json: cloudProviderBackoffRetries: has no effect while cloudProviderBackoff is false");
        assertThat(on.arm().backoff().retries()).isEqualTo(9);
        assertThat(on.arm().backoff().httpRetries()).isEqualTo(9);
    }

    @Test
    void laterLayersReplaceScalarsAndListsAndMergeObjects() {
        ConfigLayer file = new ConfigLayer("file", """
                {tenantId: a, location: eastus, tagsMap: {x: '1', y: '1'}, systemTags: keep,
                 auxiliaryTokenProvider: {subscriptionID: s, resourceGroup: g, vaultName: v, secretName: n}}
                """);
        ConfigLayer secret = new ConfigLayer("secret", """
                {TENANTID: b, location: null, tagsMap: {y: '2', z: '2'}, auxiliaryTokenProvider: {VAULTNAME: w}}
                """);

        CloudConfig config = CloudConfigParser.parse(List.of(file, secret), Map.of()).orThrow();

        assertThat(config.identity().tenantId()).isEqualTo("b");
        assertThat(config.location()).isEqualTo("eastus");
        assertThat(config.placement().tags().tags()).containsExactly(Map.entry("x", "1"), Map.entry("y", "2"),
                Map.entry("z", "2"));
        assertThat(config.identity().credentials().auxiliaryTokenProvider().orElseThrow().vaultName()).isEqualTo("w");
        assertThat(config.identity().credentials().auxiliaryTokenProvider().orElseThrow().secretName()).isEqualTo("n");
    }

    @Test
    void anErrorNamesTheLayerItStandsIn() {
        ParsedCloudConfig parsed = CloudConfigParser.parse(
                List.of(new ConfigLayer("file", "vmType: vmss"), new ConfigLayer("secret", "vmType: vmms")), Map.of());

        assertThat(texts(parsed, Severity.ERROR)).singleElement().asString().startsWith("secret: vmType: ");
    }

    @Test
    void aUrlWithAPasswordIsRefusedWithoutShowingIt() {
        assertThat(errors("resourceManagerEndpoint: https://me:hush-hush@arm.example.com")).containsExactly(
                "azure.json: resourceManagerEndpoint: the (redacted) value contains a user name or password, expected a URL such "
                        + "as https://management.example.com/");
    }
}
