package io.azureccm.common.config.load;

import java.io.IOException;
import java.util.Optional;

/** Reads the decoded bytes of a key of a Secret. Called on every reload check. */
@FunctionalInterface
public interface SecretReader {

    /**
     * The bytes, or empty if the Secret or the key does not exist.
     *
     * @throws IOException if this could not be determined; the message says why and contains nothing of the Secret
     */
    Optional<byte[]> read(SecretRef ref) throws IOException;
}
