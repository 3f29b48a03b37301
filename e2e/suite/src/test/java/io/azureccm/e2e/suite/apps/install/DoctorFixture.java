package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.doctor.Doctor;
import io.azureccm.common.boot.doctor.DoctorReport;
import io.azureccm.common.boot.doctor.Finding;
import io.azureccm.common.boot.doctor.Finding.Result;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What {@link DoctorTest} and {@link DoctorCommandTest} have in common. */
abstract class DoctorFixture extends SimulatedCloudFixture {
    InstantSource clock = InstantSource.system();

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

    DoctorReport ask(App app, Map<String, String> keys, String... more) throws Exception {
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

    /** The worst finding of a check. */
    static Finding one(DoctorReport report, String check) {
        return report.findings()
                .stream()
                .filter(each -> each.check().equals(check))
                .max(Comparator.comparing(Finding::result))
                .orElseThrow(() -> new AssertionError(report.lines().toString()));
    }

    static void failure(DoctorReport report, String check, String line, String remedy) {
        Finding found = one(report, check);
        assertThat(found.result()).as(report.lines().toString()).isEqualTo(Result.FAILURE);
        assertThat(found.line()).contains(line);
        assertThat(found.remedy()).contains(remedy);
        assertThat(report.exitCode()).isEqualTo(1);
    }

    static List<String> checks(DoctorReport report) {
        return report.findings().stream().map(Finding::check).toList();
    }
}
