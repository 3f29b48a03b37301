package io.azureccm.common.config.load;

import java.io.IOException;
import java.util.Optional;

/** Gets the decoded bytes of a key of a Secret. Called on every reload check. */
@FunctionalInterface
public interface SecretReader {

    /**
     * The bytes, or nothing if there is no such Secret or no such key in it.
     *
     * @throws IOException if that cannot be found out; the message says why and holds nothing of the Secret
     */
    Optional<byte[]> read(SecretRef ref) throws IOException;
}
