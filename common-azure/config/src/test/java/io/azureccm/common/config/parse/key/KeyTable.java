package io.azureccm.common.config.parse.key;

import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.arm.RateLimitClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One row for each key that has an effect. */
public final class KeyTable {

    private static final String BOOL = "expected true or false";

    private static final String SECONDS = "expected a whole number of seconds, at least 0";

    private static final String GROUP = "expected a resource group name: up to 90 letters, digits, and . _ - ( ), not "
            + "ending with a period";

    private static final String NO_SERVICE_GATEWAY = "it belongs to the service gateway, whose limits Azure has not published "
            + "(docs/explanation/differences.md#service-gateway)";
    private static final String NAME = "expected a resource name: up to 80 letters, digits, and . _ -, beginning with a "
            + "letter or digit";

    private static final String ID = "expected an id without blanks and slashes";

    private static final String TEXT = "expected a string on one line";

    private static final String NUMBER = "expected a number of at least 0";

    private static final String LIMIT = "expected an object such as {\"cloudProviderRateLimit\": true, "
            + "\"cloudProviderRateLimitQPS\": 3}";

    private KeyTable() {}

    /**
     * A key with its default, a good value, how that is rendered, a bad value and the end of the message about it; all
     * values as JSON, an empty text for "left out".
     *
     * @param with other keys the good value needs
     */
    public record Row(String key, String fallback, String with, String good, String rendered, String bad,
            String message) {

        @Override
        public String toString() {
            return key;
        }
    }

    public static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(identity());
        rows.addAll(placement());
        rows.addAll(loadBalancer());
        rows.addAll(throttle());
        return rows;
    }

    private static Row row(String key, String fallback, String good, String bad, String message) {
        return new Row(key, fallback, "", good, good, bad, message);
    }

    private static Row bool(String key, String fallback) {
        return row(key, fallback, fallback.equals("true") ? "false" : "true", "1", BOOL);
    }

    private static List<Row> identity() {
        return List.of(row("tenantId", "''", "'t-1'", "'a b'", ID), row("subscriptionId", "''", "'s-1'", "'/s/1'", ID),
                row("networkResourceTenantID", "''", "'t-2'", "{}", ID),
                row("networkResourceSubscriptionID", "''", "'s-2'", "['s']", ID),
                row("aadClientId", "''", "'c-1'", "'c 1'", ID),
                new Row("aadClientSecret", "''", "", "'hidden-1'", "'(redacted)'", "['hidden-1']",
                        "the (redacted) value is not valid, expected a string"),
                row("aadClientCertPath", "''", "'/etc/cert.pem'", "{}", TEXT),
                new Row("aadClientCertPassword", "''", "'aadClientCertPath': 'c.pem'", "'hidden-2'", "'(redacted)'",
                        "{'x': 'hidden-2'}", "the (redacted) value is not valid, expected a string"),
                bool("useManagedIdentityExtension", "false"),
                row("userAssignedIdentityID", "''", "'/subscriptions/s/x'", "[1]", TEXT),
                bool("useFederatedWorkloadIdentityExtension", "false"),
                row("aadFederatedTokenFile", "''", "'/var/token'", "[]", TEXT),
                row("auxiliaryTokenProvider", "",
                        "{'subscriptionID': 's', 'resourceGroup': 'g', 'vaultName': 'v', 'secretName': 'n'}",
                        "{'subscriptionID': 's', 'resourceGroup': 'g', 'vaultName': 'v'}",
                        "auxiliaryTokenProvider.secretName: is missing, " + ID),
                row("aadMSIDataPlaneIdentityPath", "''", "'/var/identity.json'", "{}", TEXT),
                row("cloud", "''", "'AzureChinaCloud'", "'AzureChinaClod'",
                        "\"AzureChinaClod\" is not a known cloud, expected one of AzurePublicCloud, AzureChinaCloud, "
                                + "AzureUSGovernmentCloud, AzureStackCloud (did you mean \"AzureChinaCloud\"?), or "
                                + "resourceManagerEndpoint for a cloud with another name"),
                row("resourceManagerEndpoint", "''", "'https://arm.example.com/'", "'arm.example.com'",
                        "expected a URL such as https://management.example.com/"),
                bool("disableAzureStackCloud", "false"), row("userAgent", "''", "'ours/1'", "'a\\nb'", TEXT),
                bool("enableMinimumRetryAfter", "false"),
                new Row("cloudConfigType", "'merge'", "", "'Secret'", "'secret'", "'both'",
                        "expected one of file, secret, merge"),
                bool("disableCloudProvider", "false"));
    }

    private static List<Row> placement() {
        return List.of(row("resourceGroup", "''", "'k8s_(blue).1'", "'k8s.'", GROUP),
                new Row("location", "''", "", "'East US'", "'eastus'", "'east/us'", "expected a region such as eastus"),
                new Row("extendedLocationName", "''", "'extendedLocationType': 'EdgeZone'", "'edge'", "'edge'", "[]",
                        TEXT),
                new Row("extendedLocationType", "''", "'extendedLocationName': 'edge'", "'EdgeZone'", "'EdgeZone'",
                        "[]", TEXT),
                row("vnetName", "''", "'vnet-1'", "'-vnet'", NAME),
                row("vnetResourceGroup", "''", "'net'", "'a/b'", GROUP),
                row("subnetName", "''", "'nodes'", "'a b'", NAME),
                row("securityGroupName", "''", "'nsg'", "'a/nsg'", NAME),
                row("securityGroupResourceGroup", "''", "'sec'", "'sec?'", GROUP),
                row("routeTableName", "''", "'rt'", "{}", NAME),
                row("routeTableResourceGroup", "''", "'rtg'", "'r,g'", GROUP),
                new Row("tags", "''", "", "'a=b, c=d'", "''", "['a=b']",
                        "expected a string such as \"team=shop,env=prod\""),
                row("tagsMap", "{}", "{'a': 'b'}", "'a=b'",
                        "expected an object of strings such as {\"team\": \"shop\"}"),
                new Row("systemTags", "''", "", "'aks-, k8s-'", "'aks-,k8s-'", "['aks-']",
                        "expected names separated by commas, in one string"),
                new Row("vmType", "'vmss'", "", "'Standard'", "'standard'", "'vms'",
                        "expected one of vmss, standard, vmssflex (did you mean \"vmss\"?)"),
                bool("disableAvailabilitySetNodes", "false"), bool("enableVmssFlexNodes", "false"),
                bool("useInstanceMetadata", "false"), row("primaryAvailabilitySetName", "''", "'set-1'", "'a/b'", NAME),
                row("primaryScaleSetName", "''", "'vmss-a'", "'a b'", NAME),
                row("nodeInstanceNotFoundGracePeriodInSeconds", "0", "90", "-1", SECONDS),
                row("routeUpdateIntervalInSeconds", "5", "15", "'5'", SECONDS),
                row("routeUpdateWaitingInSeconds", "0", "7", "1.5", SECONDS));
    }

    private static List<Row> loadBalancer() {
        return List.of(
                new Row("loadBalancerSku", "'standard'", "", "'Basic'", "'basic'", "'service'",
                        "value \"service\" is not supported: " + NO_SERVICE_GATEWAY + "; expected one "
                                + "of basic, standard"),
                row("loadBalancerName", "''", "'front'", "'a/b'", NAME),
                row("loadBalancerResourceGroup", "''", "'lb'", "'l*b'", GROUP),
                row("privateLinkServiceResourceGroup", "''", "'pls'", "'p:s'", GROUP),
                bool("disableOutboundSNAT", "false"),
                row("maximumLoadBalancerRuleCount", "250", "148", "'148'", "expected a whole number from 0 up"),
                bool("enableIPTagMutationForExistingPublicIP", "false"), bool("excludeMasterFromStandardLB", "true"),
                new Row("preConfiguredBackendPoolLoadBalancerTypes", "''", "", "'Internal'", "'internal'",
                        "'external,'",
                        "expected one of \"\", internal, external, all (did you mean \"external\"?)"),
                new Row("loadBalancerBackendPoolConfigurationType", "'nodeIPConfiguration'", "", "'nodeip'", "'nodeIP'",
                        "'podIP'", "value \"podIP\" is not supported: " + NO_SERVICE_GATEWAY + "; "
                                + "expected one of nodeIPConfiguration, nodeIP"),
                bool("enableMigrateToIPBasedBackendPoolAPI", "false"),
                row("loadBalancerBackendPoolUpdateIntervalInSeconds", "30", "3", "-3", SECONDS),
                new Row("clusterServiceLoadBalancerHealthProbeMode", "'servicenodeport'", "", "'Shared'", "'shared'",
                        "'share'", "expected one of servicenodeport, shared (did you mean \"shared\"?)"),
                row("clusterServiceSharedLoadBalancerHealthProbePort", "10256", "10356", "65536",
                        "expected a whole number from 0 to 65535"),
                row("clusterServiceSharedLoadBalancerHealthProbePath", "'/healthz'", "'/live'", "'live'",
                        "expected a path that begins with /"),
                new Row("multipleStandardLoadBalancerConfigurations", "[]",
                        "'loadBalancerBackendPoolConfigurationType': 'nodeIP'",
                        "[{'name': 'lb1', 'allowServicePlacement': false, 'primaryVMSet': 'vmss-a', "
                                + "'nodeSelector': {'matchExpressions': [{'key': 'a', 'operator': 'In', 'values': ['b']}]}}]",
                        "[{'name': 'lb1', 'allowServicePlacement': false, 'primaryVMSet': 'vmss-a', "
                                + "'nodeSelector': {'matchExpressions': [{'key': 'a', 'operator': 'In', 'values': ['b']}]}}]",
                        "[{'name': 'lb1'}]",
                        "multipleStandardLoadBalancerConfigurations[0].primaryVMSet: is missing, " + NAME),
                new Row("serviceGatewayEnabled", "false", "", "false", "false", "true",
                        "value true is not supported: " + NO_SERVICE_GATEWAY + "; expected false"));
    }

    private static List<Row> throttle() {
        List<Row> rows = new ArrayList<>(List.of(bool("cloudProviderBackoff", "false"),
                new Row("cloudProviderBackoffRetries", "1", "'cloudProviderBackoff': true", "4", "4", "101",
                        "expected a whole number from 0 to 100"),
                new Row("cloudProviderBackoffDuration", "5", "'cloudProviderBackoff': true", "9", "9", "'9s'", SECONDS),
                new Row("cloudProviderBackoffExponent", "1.5", "'cloudProviderBackoff': true", "2.5", "2.5", "-1",
                        NUMBER),
                new Row("cloudProviderBackoffJitter", "1.0", "'cloudProviderBackoff': true", "0.5", "0.5", "'x'",
                        NUMBER),
                bool("cloudProviderRateLimit", "false"),
                new Row("cloudProviderRateLimitQPS", "0.0", "'cloudProviderRateLimit': true", "3.5", "3.5", "-3",
                        NUMBER),
                new Row("cloudProviderRateLimitBucket", "0", "'cloudProviderRateLimit': true", "9", "9", "1.5",
                        "expected a whole number from 0 up"),
                new Row("cloudProviderRateLimitQPSWrite", "0.0", "'cloudProviderRateLimit': true", "0.5", "0.5", "true",
                        NUMBER),
                new Row("cloudProviderRateLimitBucketWrite", "0", "'cloudProviderRateLimit': true", "2", "2", "[]",
                        "expected a whole number from 0 up"),
                new Row("entries", "", "", "{'diskRateLimit': {'cloudProviderRateLimit': true}}", "",
                        "{'diskRateLimit': 3}", "entries.diskRateLimit: value 3 is not valid, " + LIMIT),
                bool("listVmssVirtualMachinesWithoutInstanceView", "false"), bool("disableAPICallCache", "false")));
        Arrays.stream(RateLimitClient.values())
                .map(c -> row(c.key(), "",
                        "{'cloudProviderRateLimit': true, 'cloudProviderRateLimitQPS': 2.0, 'cloudProviderRateLimitBucket': 4, "
                                + "'cloudProviderRateLimitQPSWrite': 1.0, 'cloudProviderRateLimitBucketWrite': 3}",
                        "true", LIMIT))
                .forEach(rows::add);
        Arrays.stream(CacheKind.values()).map(k -> row(k.key(), ttl(k), "77", "-77", SECONDS)).forEach(rows::add);
        return rows;
    }

    private static String ttl(CacheKind kind) {
        return switch (kind) {
            case VIRTUAL_MACHINE -> "60";
            case LOAD_BALANCER, PUBLIC_IP, SECURITY_GROUP, ROUTE_TABLE, PRIVATE_LINK_SERVICE -> "120";
            case SCALE_SETS, SCALE_SET_MACHINES -> "600";
        };
    }
}
