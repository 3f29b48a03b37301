package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.boot.doctor.DoctorReport;
import io.azureccm.common.boot.doctor.Finding;
import io.azureccm.common.boot.doctor.Finding.Result;
import io.azureccm.common.boot.doctor.RequiredPermissions;
import io.azureccm.common.config.load.CloudConfigSource;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.routing.Permissions.Grant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each check of the doctor, well and not well, with the command that it names; and that it writes nothing. */
class DoctorTest extends DoctorFixture {
    private static final String MINE = "Kubernetes on Azure: service-controller";

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
}
