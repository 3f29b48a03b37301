package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.doctor.Doctor;
import io.azureccm.common.boot.doctor.DoctorCommand;
import io.azureccm.common.boot.doctor.DoctorReport;
import io.azureccm.common.boot.doctor.Finding;
import io.azureccm.common.boot.doctor.Finding.Result;
import io.azureccm.common.boot.doctor.RequiredPermissions;
import io.azureccm.common.config.load.CloudConfigSource;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.routing.Permissions.Grant;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each check of the doctor, well and not well, with the command that it names; and that it writes nothing. */
class DoctorTest extends SimulatedCloudFixture {
    private static final String MINE = "Kubernetes on Azure: service-controller";

    private InstantSource clock = InstantSource.system();

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
        cloud.azure()
                .seed(new ObjectMapper().readTree("""
                        [{"id": "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Network/routeTables/routes",
                          "location": "%s"}]"""
                        .formatted(cloud.infrastructure().subscription(), cloud.infrastructure().resourceGroup(),
                                cloud.infrastructure().location())));
        for (int i = 0; i < 3; i++)
            cloud.cluster()
                    .patch("nodes", "", "vmss-a00000" + i, new ObjectMapper().readTree(
                            "{\"metadata\": {\"labels\": {\"node-role.kubernetes.io/control-plane\": \"\"}}}"));
    }

    @ParameterizedTest
    @EnumSource
    void allIsWellAndNothingIsWrittenWhereAllIsWell(App app) throws Exception {
        long version = cloud.cluster().resourceVersion();
        DoctorReport report = ask(app, Map.of());
        assertThat(report.findings()).as(report.lines().toString()).allMatch(each -> each.result() == Result.OK);
        assertThat(report.exitCode()).isZero();
        assertThat(report.lines().getLast()).endsWith("warnings: 0, failures: 0");
        assertThat(checks(report)).contains("config", "dns", "arm", "clock", "token", "resource-group", "rights",
                "kubernetes", "second-writer", "nodes", "replicas");
        String guide = Files.readString(Path.of("../../docs/guides/inspect.md"));
        assertThat(checks(report)).allMatch(check -> guide.contains("`" + check + "`"));
        assertThat(cloud.azure().calls().counters().writes()).isZero();
        assertThat(cloud.cluster().resourceVersion()).isEqualTo(version);
        assertThat(cloud.cluster()
                .requests()
                .matching(request -> !Set.of("get", "list").contains(request.verb())
                        && request.agent().contains("doctor")))
                .isEmpty();
    }

    @Test
    void namesOfTheConfigThatAreNotThereAreFailuresWithTheNearestName() throws Exception {
        DoctorReport report = ask(App.SERVICE, Map.of("subnetName", cloud.infrastructure().subnet() + "s",
                "securityGroupName", cloud.infrastructure().securityGroup() + "s"));
        failure(report, "subnet", "did you mean \"" + cloud.infrastructure().subnet() + "\"",
                "az network vnet subnet list");
        failure(report, "security-group", "did you mean \"" + cloud.infrastructure().securityGroup() + "\"",
                "az network nsg list");
        failure(ask(App.SERVICE, Map.of("vnetName", cloud.infrastructure().network() + "s")), "network",
                "did you mean \"" + cloud.infrastructure().network() + "\"", "az network vnet list");
        assertThat(report.exitCode()).isEqualTo(1);
    }

    @Test
    void routeTableThatIsNotThereIsAWarningSinceTheControllerMakesIt() throws Exception {
        DoctorReport report = ask(App.ROUTE, Map.of("routeTableName", "route"));
        Finding found = one(report, "route-table");
        assertThat(found.result()).isEqualTo(Result.WARNING);
        assertThat(found.line()).contains("did you mean \"routes\"", "would create it");
        assertThat(report.exitCode()).isEqualTo(2);
    }

    @Test
    void resourceGroupThatIsNotThereIsAFailure() throws Exception {
        DoctorReport report = ask(App.NODE,
                Map.of("resourceGroup", cloud.infrastructure().resourceGroup() + "x"));
        failure(report, "resource-group", "did you mean", "az group list --subscription");
        assertThat(report.findings()).filteredOn(each -> each.check().equals("rights"))
                .isNotEmpty()
                .noneMatch(each -> each.result() == Result.OK);
    }

    @Test
    void keysAndFlagsWithoutEffectAreWarningsWithTheNearestName() throws Exception {
        DoctorReport report = ask(App.NODE, Map.of("resourceGroop", "rg"), "--node-monitor-perod=5s");
        assertThat(report.findings()).filteredOn(each -> each.result() == Result.WARNING)
                .extracting(Finding::line)
                .anyMatch(line -> line.contains("resourceGroop") && line.contains("did you mean \"resourceGroup\""))
                .anyMatch(line -> line.contains("node-monitor-perod")
                        && line.contains("did you mean --node-monitor-period"));
        assertThat(report.exitCode()).isEqualTo(2);
    }

    @Test
    void credentialThatIsRefusedIsAFailureOfTheToken() throws Exception {
        cloud.azure().apps().secrets("c", "another");
        DoctorReport report = ask(App.SERVICE, Map.of());
        failure(report, "token", "ARM does not accept the token", "az ad sp credential reset --id c");
        assertThat(checks(report)).doesNotContain("rights", "resource-group");
    }

    @Test
    void hostWithoutAddressAndArmThatDoesNotAnswerAreFailures() throws Exception {
        DoctorReport unknown = ask(App.NODE, Map.of("resourceManagerEndpoint", "https://management.invalid/"));
        failure(unknown, "dns", "DNS does not resolve management.invalid", "nslookup management.invalid");
        DoctorReport away = ask(App.NODE, Map.of("resourceManagerEndpoint", "https://127.0.0.1:1/"));
        failure(away, "arm", "cannot reach 127.0.0.1:1: connection refused", "curl -sv https://127.0.0.1:1/");
        assertThat(checks(away)).doesNotContain("token").contains("kubernetes");
    }

    @ParameterizedTest
    @CsvSource({"PT40S, WARNING, ahead of", "PT-40S, WARNING, behind", "PT6M, FAILURE, tokens are rejected",
            "PT10S, OK, within 30 s"})
    void clockIsComparedWithThatOfArm(Duration skew, Result result, String line) throws Exception {
        clock = () -> Instant.now().plus(skew);
        Finding found = one(ask(App.NODE, Map.of()), "clock");
        assertThat(found.result()).isEqualTo(result);
        assertThat(found.line()).contains(line);
        assertThat(found.remedy().isEmpty()).isEqualTo(result == Result.OK);
    }

    @Test
    void rightThatIsMissingIsAFailureAndOneThatOnlyAFeatureNeedsAWarning() throws Exception {
        cloud.azure()
                .permissions()
                .set(List.of(new Grant(List.of("Microsoft.Compute/*", "Microsoft.Network/*", "*/read"),
                        List.of("Microsoft.Network/networkSecurityGroups/Write")),
                        new Grant(List.of("microsoft.network/LOADBALANCERS/*"), List.of())));
        DoctorReport report = ask(App.SERVICE, Map.of());
        failure(report, "rights", "networkSecurityGroups/" + cloud.infrastructure().securityGroup()
                + ": missing permissions: Microsoft.Network/networkSecurityGroups/write",
                "az role assignment create --role \"" + MINE + "\" --assignee c --scope /subscriptions/");
        cloud.azure()
                .permissions()
                .set(List.of(new Grant(List.of("*"), List.of("Microsoft.Network/privateLinkServices/*"))));
        DoctorReport optional = ask(App.SERVICE, Map.of());
        assertThat(optional.findings()).anyMatch(each -> each.check().equals("rights")
                && each.result() == Result.WARNING && each.line().contains("only some features need"));
        assertThat(optional.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void rightsThatAreAskedForAreThoseOfTheRoleDefinition(App app) throws Exception {
        Set<String> asked = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        RequiredPermissions.of(app, CloudConfigSource.ofFile(cloud.config(cloud.azure().url()), Map.of())
                .load()
                .parsed()
                .orThrow()).forEach(at -> {
                    asked.addAll(at.needed());
                    asked.addAll(at.optional());
                });
        Set<String> role = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (String title : app == App.SERVICE ? List.of(app.title(), "quota-reader") : List.of(app.title())) {
            new ObjectMapper().readTree(Path.of("../..")
                    .resolve("docs/resources/roles/" + title + ".json")
                    .toFile()).path("Actions").forEach(action -> role.add(action.asText()));
        }
        assertThat(asked).isEqualTo(role);
    }

    @Test
    void leaseOfTheGoControllerManagerThatIsRenewedIsAWarning() throws Exception {
        Thread go = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    hold("go_1");
                    Thread.sleep(200);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            RunningApp.await("held", () -> cloud.cluster()
                    .get("leases", "kube-system", "cloud-controller-manager")
                    .isPresent(), () -> "");
            Finding found = one(ask(App.SERVICE, Map.of()), "second-writer");
            assertThat(found.result()).isEqualTo(Result.WARNING);
            assertThat(found.line()).contains("renewed by go_1", "would plan but not write");
            assertThat(found.remedy()).contains("-service");
        } finally {
            go.interrupt();
            go.join();
        }
        Finding rests = one(ask(App.SERVICE, Map.of(), "--leader-elect-lease-duration=2s",
                "--leader-elect-renew-deadline=1s", "--leader-elect-retry-period=500ms"), "second-writer");
        assertThat(rests.result()).isEqualTo(Result.OK);
        assertThat(rests.line()).contains("expired");
    }

    @Test
    void nodeWithoutProviderIdAndTaintIsAFailure() throws Exception {
        cloud.cluster().apply("{apiVersion: v1, kind: Node, metadata: {name: odd}}");
        failure(ask(App.NODE, Map.of()), "nodes", "--cloud-provider=external: odd", "kubectl taint nodes odd");
    }

    @Test
    void replicasAreComparedWithTheMachinesOfTheControlPlane() throws Exception {
        deployment(5);
        Finding many = one(ask(App.NODE, Map.of()), "replicas");
        assertThat(many.result()).isEqualTo(Result.WARNING);
        assertThat(many.line()).isEqualTo("5 replicas on 3 control plane nodes: not every replica finds a node");
        assertThat(many.remedy())
                .isEqualTo("kubectl -n kube-system scale deployment azure-node-controller --replicas=2");
        deployment(2);
        assertThat(one(ask(App.NODE, Map.of()), "replicas").result()).isEqualTo(Result.OK);
        deployment(1);
        assertThat(one(ask(App.NODE, Map.of()), "replicas").line()).contains("no standby");
    }

    @Test
    void clusterThatDoesNotAnswerIsAFailure() throws Exception {
        List<String> flags = new ArrayList<>(cloud.flags(App.NODE));
        flags.add("--master=http://127.0.0.1:1");
        DoctorReport report = new Doctor(App.NODE, cloud.environment(), clock).run(flags);
        failure(report, "kubernetes", "connection refused", "kubectl cluster-info");
    }

    @Test
    void commandOfAnAppPrintsWhatItFindsAndEndsWithItsCode() throws Exception {
        List<String> command = new ArrayList<>(List.of("doctor", "--cloud-config=" + cloud.config(cloud.azure().url()),
                "--kubeconfig=" + cloud.kubeconfig()));
        try (AppProcess well = AppProcess.start(App.SERVICE, command, cloud.environment(), folder.resolve("well"))) {
            assertThat(well.awaitEnd().code()).as(well.log()).isZero();
            // The log of the command is in the same file.
            assertThat(well.log().lines().filter(line -> !line.startsWith("WARN")))
                    .allMatch(line -> line.matches("(ok|checks:) .*"));
        }
        cloud.cluster().apply("{apiVersion: v1, kind: Node, metadata: {name: odd}}");
        cloud.azure()
                .permissions()
                .set(List.of(new Grant(List.of("*"), List.of("Microsoft.Network/privateLinkServices/*"))));
        try (AppProcess bad = AppProcess.start(App.SERVICE, command, cloud.environment(), folder.resolve("bad"))) {
            assertThat(bad.awaitEnd().code()).as(bad.log()).isEqualTo(1);
            assertThat(bad.log()).contains("failure  nodes", "warning  rights", "         -> ");
        }
        assertThat(cloud.azure().calls().counters().writes()).isZero();
    }

    @Test
    void rightsOfTheHookOfTheChartAreEnough() throws Exception {
        deployment("service-controller", 2);
        String account = "azure-service-controller-doctor";
        ChartManifest.of("service-controller-with-doctor")
                .objects()
                .stream()
                .filter(object -> object.path("apiVersion").asText().startsWith("rbac.")
                        && object.at("/metadata/name").asText().equals(account))
                .forEach(object -> cloud.cluster().apply((ObjectNode) object));
        List<String> flags = new ArrayList<>(cloud.flags(App.SERVICE));
        flags.removeIf(flag -> flag.contains("server."));
        Files.writeString(folder.resolve("kubeconfig"), cloud.cluster().kubeconfigOf("kube-system", "nobody"));
        failure(new Doctor(App.SERVICE, cloud.environment(), clock).run(flags), "second-writer", "is unreadable", "");
        Files.writeString(folder.resolve("kubeconfig"), cloud.cluster().kubeconfigOf("kube-system", account));
        DoctorReport report = new Doctor(App.SERVICE, cloud.environment(), clock).run(flags);
        assertThat(report.findings()).as(report.lines().toString()).allMatch(each -> each.result() == Result.OK);
        assertThat(report.lines()).anyMatch(line -> line.contains("2 replicas on 3 control plane nodes"));
    }

    @ParameterizedTest
    @CsvSource({"'', 2", "--fail-on=warning, 2", "--fail-on=failure, 0", "--fail-on=never, 1"})
    void warningsEndWithTheirCodeUnlessFailuresAloneCount(String flag, int code) throws Exception {
        cloud.azure()
                .permissions()
                .set(List.of(new Grant(List.of("*"), List.of("Microsoft.Network/privateLinkServices/*"))));
        assertThat(command(flag)).isEqualTo(code);
    }

    @Test
    void failuresEndWithTheirCodeWhateverCounts() throws Exception {
        cloud.cluster().apply("{apiVersion: v1, kind: Node, metadata: {name: odd}}");
        assertThat(command("--fail-on=failure")).isEqualTo(1);
    }

    private int command(String flag) throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        List<String> args = Stream.of("--cloud-config=" + cloud.config(cloud.azure().url()),
                "--kubeconfig=" + cloud.kubeconfig(), flag).filter(each -> !each.isEmpty()).toList();
        return new DoctorCommand().run(new Invocation(App.SERVICE, args, cloud.environment(), nowhere, nowhere));
    }

    @Test
    void flagThatIsWrongIsAFailureAndNothingIsAsked() {
        DoctorReport report = new Doctor(App.NODE, Map.of(), clock).run(List.of());
        failure(report, "config", "--cloud-config", "correct the cloud config");
        assertThat(cloud.azure().calls().counters().reads()).isZero();
    }

    private DoctorReport ask(App app, Map<String, String> keys, String... more) throws Exception {
        ObjectNode config = (ObjectNode) new ObjectMapper()
                .readTree(cloud.config(cloud.azure().url()).toFile());
        keys.forEach(config::put);
        Path file = Files.writeString(folder.resolve("doctor.json"), config.toString());
        return new Doctor(app, cloud.environment(), clock).run(Stream.concat(
                cloud.flags(app)
                        .stream()
                        .filter(flag -> !flag.startsWith("--cloud-config=") && !flag.contains("server.")),
                Stream.concat(Stream.of("--cloud-config=" + file), Stream.of(more))).toList());
    }

    private void hold(String holder) {
        String now = Instant.now().toString();
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: cloud-controller-manager,"
                        + " namespace: kube-system}, spec: {holderIdentity: " + holder
                        + ", leaseDurationSeconds: 2, renewTime: '" + now + "'}}");
    }

    private void deployment(int replicas) {
        deployment("node-controller", replicas);
    }

    private void deployment(String app, int replicas) {
        cloud.cluster()
                .apply("{apiVersion: apps/v1, kind: Deployment, metadata: {name: azure-" + app
                        + ", namespace: kube-system, labels: {app.kubernetes.io/name: " + app + "}}, spec: {replicas: "
                        + replicas + ", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {"
                        + "nodeSelector: {node-role.kubernetes.io/control-plane: ''}, containers: [{name: c,"
                        + " image: c}]}}}}");
    }

    /** The worst finding of a check. */
    private static Finding one(DoctorReport report, String check) {
        return report.findings()
                .stream()
                .filter(each -> each.check().equals(check))
                .max(Comparator.comparing(Finding::result))
                .orElseThrow(() -> new AssertionError(report.lines().toString()));
    }

    private static void failure(DoctorReport report, String check, String line, String remedy) {
        Finding found = one(report, check);
        assertThat(found.result()).as(report.lines().toString()).isEqualTo(Result.FAILURE);
        assertThat(found.line()).contains(line);
        assertThat(found.remedy()).contains(remedy);
        assertThat(report.exitCode()).isEqualTo(1);
    }

    private static List<String> checks(DoctorReport report) {
        return report.findings().stream().map(Finding::check).toList();
    }
}
