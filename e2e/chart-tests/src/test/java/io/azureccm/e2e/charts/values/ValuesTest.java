package io.azureccm.e2e.charts.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import io.azureccm.e2e.charts.Charts;
import io.azureccm.e2e.charts.RenderedChart;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each value has a type, a default and a use; a wrong one is refused with a message that says what is right. */
class ValuesTest {
    private static final List<String> CHARTS = Charts.ALL;
    private static final Pattern USE = Pattern.compile("\\.Values((?:\\.[A-Za-z]+)+)");

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyValueIsUsedAndEveryUsedValueHasADefault(String chart) {
        Set<String> used = new TreeSet<>();
        Charts.templates(chart).values().forEach(template -> {
            Matcher use = USE.matcher(template);
            while (use.find()) {
                used.add(use.group(1).substring(1));
            }
        });
        // Given by a parent only.
        used.remove("global");
        JsonNode values = Charts.values(chart);
        assertThat(used).allSatisfy(path -> assertThat(values.at("/" + path.replace('.', '/')).isMissingNode())
                .as(path + " has no default")
                .isFalse());
        // What checks read by a computed name.
        used.add("cloudConfig.key");
        assertThat(ValueRow.of(chart)).allSatisfy(row -> assertThat(used)
                .as(row.key() + " is not used")
                .anyMatch(use -> row.key().equals(use) || row.key().startsWith(use + ".")
                        || use.startsWith(row.key() + ".")));
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyValueIsExplainedAndHasAType(String chart) {
        assertThat(ValueRow.of(chart)).hasSizeGreaterThan(60).allSatisfy(row -> {
            assertThat(row.description()).as(row.key()).endsWith(".");
            assertThat(row.type()).as(row.key()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void everyTypeIsThatOfAValue(String chart) {
        assertThat(names(Charts.schema(chart).path("properties"))).containsExactlyInAnyOrderElementsOf(
                with(names(Charts.values(chart)), "global"));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            replica                     | 2                 | additional properties 'replica' not allowed
            image.name                  | x                 | additional properties 'name' not allowed
            replicas                    | two               | '/replicas': got string, want integer
            replicas                    | -1                | '/replicas': minimum: got -1, want 0
            port                        | 70000             | '/port': maximum: got 70,000, want 65,535
            healthPort                  | -1                | '/healthPort': minimum: got -1, want 0
            image.pullPolicy            | Sometimes         | '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'
            image.digest                | sha256:12         | '/image/digest': 'sha256:12' does not match pattern
            cloudConfig.hostPath        | azure.json        | '/cloudConfig/hostPath': 'azure.json' does not match pattern
            cloudConfig.secretName      | Azure_Config      | '/cloudConfig/secretName': 'Azure_Config' does not match pattern
            image.registry              | /azureccm         | '/image/registry': '/azureccm' does not match pattern
            kind                        | StatefulSet       | '/kind': value must be one of 'DaemonSet', 'Deployment'
            dnsPolicy                   | Cluster           | '/dnsPolicy': value must be one of
            kubernetesApi.host          | https://10.0.0.4  | '/kubernetesApi/host': 'https://10.0.0.4' does not match pattern
            topologySpreadConstraints[0].topologyKey | zone  | '/topologySpreadConstraints/0': missing properties
            hostNetwork                 | maybe             | '/hostNetwork': got string, want boolean
            leaderElection.leaseDuration| 15                | '/leaderElection/leaseDuration': got number, want string
            leaderElection.leaseDuration| 15 s              | '/leaderElection/leaseDuration': '15 s' does not match pattern
            terminationGracePeriodSeconds | 3               | '/terminationGracePeriodSeconds': minimum: got 3, want 10
            flags.--v                   | 4                 | invalid propertyName '--v'
            flags.controllers[0]        | service           | '/flags/controllers': got array, want boolean or number or string
            tolerations[0].effect       | NoSchedul         | '/tolerations/0/effect': value must be one of
            resources.limits.memory     | plenty            | '/resources/limits/memory': 'plenty' does not match pattern
            podDisruptionBudget.maxUnavailable | half       | '/podDisruptionBudget/maxUnavailable': 'half' does not match pattern
            networkPolicy.egressPorts[0]| https             | '/networkPolicy/egressPorts/0': got string, want integer
            monitoring.alerts           | true              | '/monitoring/alerts': got boolean, want object
            """)
    void aWrongValueIsRefusedWithItsPathAndWhatIsRight(String value, String wrong, String message) {
        for (String chart : Charts.ALL) {
            assertThatThrownBy(() -> RenderedChart.of(chart, Map.of(value, wrong))).hasMessageContaining(message);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {cloudConfig: {secretName: ""}} | cloudConfig: set exactly one of secretName, configMapName and hostPath, and the others to ""; found none
            {cloudConfig: {hostPath: /etc/kubernetes/azure.json}} | found secretName=azure-cloud-provider, hostPath=/etc/kubernetes/azure.json
            {cloudConfig: {configMapName: azure}} | found secretName=azure-cloud-provider, configMapName=azure
            {caBundle: {configMapName: a, secretName: b}} | caBundle: set configMapName or secretName, not both; found configMapName=a, secretName=b
            {flags: {cluster-nmae: x}} | has no such flag; it has cluster-cidr, cluster-name; docs/resources/flags.md lists all of them
            {flags: {dynamic-reloading: true}} | has no such flag; it has enable-dynamic-reloading
            {settings: {orphans: {delet: true}}} | settings.orphans.delet: there is no such setting; there are orphans.delete, orphans.grace, orphans.interval
            {settings: {orphan: {delete: true}}} | settings.orphan: there is no such setting; docs/resources/settings.md lists all of them
            {settings: {orphans.delet: true}} | settings.orphans.delet: there is no such setting
            {springConfig: {azureccm: {metrics: {names: false}}}} | springConfig.azureccm.metrics.names: there is no such setting; there are metrics.reference-names
            {podLabels: {app.kubernetes.io/name: x}} | invalid propertyName 'app.kubernetes.io/name'
            {serviceAccount: {create: false}} | serviceAccount.name: with serviceAccount.create=false, set the name of an existing service account
            {rbac: {create: false}, doctor: {enabled: true}} | doctor.enabled: with rbac.create=false, the doctor needs a service account that exists
            {readinessProbe: {successThreshold: 2}} | '/readinessProbe': additional properties 'successThreshold' not allowed
            {flags: {secure-port: 1}} | flags.secure-port: this flag is set by port
            {flags: {tls-cert-file: /a}} | flags.tls-cert-file: this flag is set by tls.secretName
            {flags: {cloud-config: /a}} | flags.cloud-config: this flag is set by cloudConfig
            {flags: {leader-elect-resource-name: mine}} | flags.leader-elect-resource-name: this flag is set by leaderElection.resourceName
            {flags: {wait-for-leases: a/b}} | flags.wait-for-leases: this flag is set by waitForLeases
            {waitForLeases: [cloud-controller-manager]} | '/waitForLeases/0': 'cloud-controller-manager' does not match pattern
            {profiles: [agent]} | profiles: agent is the profile of a program on each node
            {leaderElection: {enabled: false}} | kind: the pods of a DaemonSet need leaderElection.enabled=true
            {kind: Deployment, leaderElection: {enabled: false}} | replicas: 2 instances need leaderElection.enabled=true
            {updateStrategy: {type: Recreate}} | updateStrategy.type: Recreate is for a Deployment
            {kind: Deployment, updateStrategy: {type: OnDelete}} | updateStrategy.type: OnDelete is for a DaemonSet
            {nodeSelector: {node-role.kubernetes.io/control-plane: null}} | nodeSelector: without one, a DaemonSet has a pod on every machine
            {port: 10300, healthPort: 10300} | healthPort: 10300 is also the value of port
            {settings: {leader-election: {mode: configmap}}} | settings.leader-election: this setting is set by leaderElection.mode
            {settings: {leaderElection: {mode: configmap}}} | settings.leader-election: this setting is set by leaderElection.mode
            {springConfig: {azureccm: {leader-election.mode: configmap}}} | springConfig.azureccm.leader-election.mode: this setting is set by leaderElection.mode
            {leaderElection: {mode: endpoints}} | '/leaderElection/mode': value must be one of 'lease', 'configmap'
            {settings: {record: {size: 1MB}}} | settings.record: this setting is set by record
            {record: {size: 8MB}} | '/record/size': '8MB' does not match pattern
            {settings: {health: {port: 10300}}} | settings.health: this setting is set by healthPort
            {dnsPolicy: None} | dnsPolicy: None needs dnsConfig.nameservers
            {image: {registry: ""}} | image.registry: there is no published image: build it with "images/build
            {image: {registry: ""}} | set image.registry to that registry, such as registry.example.com/azureccm, or image.repository
            {monitoring: {alerts: {enabled: true}}} | monitoring.alerts.enabled: the cluster does not know monitoring.coreos.com/v1
            {monitoring: {serviceMonitor: {enabled: true}}} | monitoring.serviceMonitor.enabled: the cluster does not know monitoring.coreos.com/v1
            {service: {enabled: false}, monitoring: {skipApiCheck: true, serviceMonitor: {enabled: true}}} | monitoring.serviceMonitor.enabled: needs service.enabled=true
            """)
    void valuesThatDoNotFitTogetherAreRefused(String values, String message) {
        for (String chart : Charts.ALL) {
            assertThatThrownBy(() -> RenderedChart.with(chart, values)).hasMessageContaining(message);
        }
    }

    /** Spring takes a setting in camel case, too, and with dots in its key; a setting with keys of the user has any. */
    @ParameterizedTest
    @ValueSource(strings = {"{settings: {orphans: {delete: true}}}", "{settings: {probeProxy: {targetPort: 1}}}",
            "{settings: {orphans.grace: 1h, budget.burst.reads: 5}}", "{settings: {budget: {burst: {any-limit: 5}}}}",
            "{settings: {tenants: {resource-groups: [a, b]}}}", "{flags: {v: 4, concurrent-service-syncs: 1}}",
            "{extraArgs: [--a-flag-of-a-later-version]}"})
    void knownFlagsAndSettingsAreAccepted(String values) {
        for (String chart : Charts.ALL) {
            assertThat(RenderedChart.with(chart, values).objects()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void valuesOfAParentChartAreNoMistake(String chart) {
        assertThat(RenderedChart.with(chart, "{global: {region: eastus}}").objects()).isNotEmpty();
        assertThat(new Helm(Charts.folder(chart)).lint().strict().call().isFailed()).isFalse();
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> with(Set<String> names, String more) {
        names.add(more);
        return names;
    }
}
