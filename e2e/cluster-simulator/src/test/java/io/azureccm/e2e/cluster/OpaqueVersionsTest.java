package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import io.azureccm.e2e.cluster.ClusterOptions.Feature;

/** A cluster whose resource versions have no order: clients may hand them back, and compare them for equality. */
class OpaqueVersionsTest extends ClusterCase {
    @Override
    ClusterOptions options() {
        return ClusterOptions.defaults().with(Feature.OPAQUE_VERSIONS);
    }

    @Test
    void laterVersionsAreNotGreater() {
        List<String> versions = IntStream.range(0, 20)
                .mapToObj(i -> createConfigMap("c" + i, "").text("/metadata/resourceVersion"))
                .toList();
        assertThat(versions).doesNotHaveDuplicates().allMatch(version -> !version.matches("\\d+"));
        assertThat(versions).isNotEqualTo(versions.stream().sorted().toList());
    }

    @Test
    void versionOfAnObjectOrAListIsWhereAWatchBegins() {
        String version = createConfigMap("a", "").text("/metadata/resourceVersion");
        createConfigMap("b", "");
        assertThat(rest.watch(CONFIGMAPS + "?watch=true&resourceVersion=" + version).nextName()).isEqualTo("ADDED b");
        String list = rest.get(CONFIGMAPS).text("/metadata/resourceVersion");
        Rest.Watch watch = rest.watch(CONFIGMAPS + "?watch=true&resourceVersion=" + list);
        createConfigMap("c", "");
        assertThat(watch.nextName()).isEqualTo("ADDED c");
        assertThat(rest.get(CONFIGMAPS + "?resourceVersion=0").code()).isEqualTo(200);
        assertThat(rest.get(CONFIGMAPS + "?resourceVersion=x").code()).isEqualTo(422);
    }
}
