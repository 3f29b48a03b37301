package io.azureccm.common.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.config.load.ReloadStatus.Result;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudConfigReloadTest {

    private static final Duration QUIET = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final InstantSource clock = () -> now;

    private final List<CloudConfigChange> changes = new ArrayList<>();

    private Path file;

    private CloudConfigReload reload;

    @BeforeEach
    void start() throws IOException {
        file = directory.resolve("azure.json");
        write("tenantId: one");
        reload = new CloudConfigReload(CloudConfigSource.ofFile(file, Map.of()), QUIET, clock);
        reload.onChange(changes::add);
    }

    @Test
    void unchangedContentsChangeNothingHoweverOftenTheyAreWritten() throws IOException {
        write("tenantId: one");
        settle();

        assertThat(changes).isEmpty();
        assertThat(reload.status().last()).isEqualTo(Result.INITIAL);
    }

    @Test
    void newContentsAreTakenOverOnceTheyHaveBeenQuiet() throws IOException {
        write("tenantId: two");

        assertThat(reload.check()).isTrue();
        assertThat(changes).isEmpty();
        now = now.plus(QUIET);
        assertThat(reload.check()).isFalse();

        assertThat(changes).singleElement().satisfies(c -> {
            assertThat(c.number()).isEqualTo(1);
            assertThat(c.before().identity().tenantId()).isEqualTo("one");
            assertThat(c.after().identity().tenantId()).isEqualTo("two");
        });
        assertThat(reload.current().identity().tenantId()).isEqualTo("two");
        assertThat(reload.status()).extracting(ReloadStatus::reloads, ReloadStatus::last, ReloadStatus::at)
                .containsExactly(1L, Result.RELOADED, now);
        settle();
        assertThat(changes).hasSize(1);
    }

    @Test
    void aBurstOfWritesIsOneChangeToTheLastOfThem() throws IOException {
        for (String tenant : List.of("two", "three", "four")) {
            write("tenantId: " + tenant);
            assertThat(reload.check()).isTrue();
            now = now.plus(QUIET.dividedBy(2));
        }
        settle();

        assertThat(changes).singleElement()
                .satisfies(c -> assertThat(c.after().identity().tenantId()).isEqualTo("four"));
    }

    @Test
    void aChangeTakenBackInTimeIsNone() throws IOException {
        write("tenantId: two");
        reload.check();
        write("tenantId: one");
        settle();

        assertThat(changes).isEmpty();
    }

    @Test
    void badContentsAreReportedOnceAndTheOldConfigStays() throws IOException {
        write("tenantId: two\nvmType: nonsense");
        settle();
        settle();

        assertThat(changes).isEmpty();
        assertThat(reload.current().identity().tenantId()).isEqualTo("one");
        assertThat(reload.status().rejections()).isEqualTo(1);
        assertThat(reload.status().last()).isEqualTo(Result.REJECTED);
        assertThat(reload.status().problems()).filteredOn(ConfigProblem::isError)
                .singleElement()
                .extracting(ConfigProblem::key)
                .isEqualTo("vmType");
    }

    @Test
    void goodContentsAfterBadOnesAreTakenOver() throws IOException {
        write("vmType: nonsense");
        settle();
        write("tenantId: two");
        settle();

        assertThat(changes).hasSize(1);
        assertThat(reload.status().last()).isEqualTo(Result.RELOADED);
    }

    @Test
    void theOldContentsAfterBadOnesEndTheComplaint() throws IOException {
        write("vmType: nonsense");
        settle();
        write("tenantId: one");
        settle();

        assertThat(changes).isEmpty();
        assertThat(reload.status().last()).isEqualTo(Result.SAME);
        assertThat(reload.status().problems()).isEmpty();
    }

    @Test
    void aFileThatVanishesKeepsTheConfigUntilItIsBack() throws IOException {
        Files.delete(file);
        settle();
        assertThat(reload.status().last()).isEqualTo(Result.REJECTED);

        write("tenantId: two");
        settle();
        assertThat(reload.current().identity().tenantId()).isEqualTo("two");
    }

    @Test
    void aListenerThatFailsDoesNotKeepTheOthersFromHearing() throws IOException {
        List<CloudConfigChange> heard = new ArrayList<>();
        reload.onChange(c -> {
            throw new IllegalStateException("cannot follow");
        });
        reload.onChange(heard::add);
        write("tenantId: two");
        settle();

        assertThat(heard).hasSize(1);
    }

    @Test
    void switchingTheProviderOffArrivesAsAChange() throws IOException {
        write("{tenantId: one, disableCloudProvider: true}");
        settle();

        assertThat(changes).singleElement()
                .satisfies(c -> assertThat(c.after().loading().cloudProviderDisabled()).isTrue());
    }

    @Test
    void aBadFirstFileIsRefused() throws IOException {
        write("vmType: nonsense");

        assertThatThrownBy(() -> new CloudConfigReload(CloudConfigSource.ofFile(file, Map.of()), QUIET, clock))
                .isInstanceOf(CloudConfigException.class)
                .hasMessageContaining("vmType");
    }

    @Test
    void theWatchFollowsTheSymlinkSwapOfAMountedSecret() throws IOException, InterruptedException {
        Path mount = Files.createDirectory(directory.resolve("mount"));
        volume(mount, "..v1", "tenantId: one");
        Path link = Files.createSymbolicLink(mount.resolve("azure.json"), Path.of("..data", "azure.json"));
        CloudConfigReload mounted = new CloudConfigReload(CloudConfigSource.ofFile(link, Map.of()),
                Duration.ofMillis(5),
                InstantSource.system());
        BlockingQueue<CloudConfigChange> heard = new LinkedBlockingQueue<>();
        mounted.onChange(heard::add);

        try (CloudConfigWatch _ = CloudConfigWatch.start(mounted, Duration.ofMillis(10), Duration.ofMillis(5))) {
            volume(mount, "..v2", "tenantId: two");

            CloudConfigChange change = heard.poll(2, TimeUnit.MINUTES);
            assertThat(change).isNotNull();
            assertThat(change.after().identity().tenantId()).isEqualTo("two");
        }
    }

    @Test
    void theWatchLooksByItselfAtTheInterval() throws IOException, InterruptedException {
        CloudConfigReload timed = new CloudConfigReload(CloudConfigSource.ofFile(file, Map.of()), Duration.ofMillis(5),
                InstantSource.system());
        BlockingQueue<CloudConfigChange> heard = new LinkedBlockingQueue<>();
        timed.onChange(heard::add);

        CloudConfigWatch watch = CloudConfigWatch.start(timed, Duration.ofMillis(10), Duration.ofMillis(5));
        try {
            write("tenantId: two");
            assertThat(heard.poll(2, TimeUnit.MINUTES)).isNotNull();
        } finally {
            watch.close();
        }
    }

    /** Writes a version of the volume and points the data link at it in one step, the way the kubelet does. */
    private static void volume(Path mount, String version, String content) throws IOException {
        Files.writeString(Files.createDirectory(mount.resolve(version)).resolve("azure.json"), content);
        Path fresh = Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of(version));
        Files.move(fresh, mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void settle() {
        while (reload.check()) {
            now = now.plus(QUIET);
        }
    }

    private void write(String content) throws IOException {
        Files.writeString(file, content);
    }
}
