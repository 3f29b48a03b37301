package io.azureccm.common.boot.settings.record;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Record: what the last turns were made of and what they planned, to be replayed with another release.
 *
 * @param enabled Whether turns are recorded. Without a folder they are not.
 * @param folder  The folder of the record, such as the mount of an emptyDir. Must be writable; nothing else is affected if it is not.
 * @param size    How large the record may become, compressed; the oldest turns are deleted above it. At least 256KB.
 */
@ConfigurationProperties("azureccm.record")
public record RecordSettings(@DefaultValue("true") boolean enabled, @DefaultValue("") String folder,
        @DefaultValue("8MB") DataSize size) {
    private static final long MIN_BYTES = DataSize.ofKilobytes(256).toBytes();

    /** The size in bytes; a record that is smaller would lose each turn at once. */
    public long bytes() {
        return Math.max(MIN_BYTES, size.toBytes());
    }

    /** Whether turns are recorded. */
    public boolean isOn() {
        return enabled && !folder.isBlank();
    }
}
