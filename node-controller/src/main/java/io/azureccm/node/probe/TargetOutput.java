package io.azureccm.node.probe;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Receives a request on its way to the target. Write failures are ignored, because a target may answer without reading
 * the entire request.
 */
final class TargetOutput extends OutputStream {
    private final OutputStream out;
    private boolean refused;

    TargetOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int value) {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        if (refused)
            return;
        try {
            out.write(bytes, from, count);
        } catch (IOException gone) {
            refused = true;
        }
    }
}
