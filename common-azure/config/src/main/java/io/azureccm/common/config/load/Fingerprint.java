package io.azureccm.common.config.load;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash over byte strings and their boundaries, to compare contents without storing them. */
final class Fingerprint {

    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    void add(byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        digest.update(part);
    }

    /** Finishes the calculation. */
    String text() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
